// A material at a point: glTF's metallic-roughness model with KHR_materials_ior and
// KHR_materials_specular turned into what shading needs (glTF 2.0, appendix B).
#ifndef SURFACE_GLSL
#define SURFACE_GLSL

#include "instance.glsl"
#include "material.glsl"
#include "textures.glsl"

layout(constant_id = 0) const bool TEXTURED = true;

struct Surface {
    vec3 normal;      // shading normal, world, towards the viewer
    vec3 facet;       // interpolated normal without normal map, same side
    vec3 base;        // base colour
    float alpha;
    float metallic;
    vec3 diffuse;     // albedo of the diffuse part
    vec3 f0;          // reflectance at normal incidence
    float f90;        // reflectance at grazing incidence
    float roughness;  // perceptual
    float occlusion;  // 1: open
    vec3 emissive;    // cd/m^2
    bool unlit;
};

struct Vertex {
    vec3 normal;   // world
    vec4 tangent;  // world; w: sign of the bitangent, 0: no tangent
    vec4 uv;       // first and second set
    vec4 color;
    bool front;
};

bool has(TextureUse t) {
    return TEXTURED && t.row0.w >= 0.0;
}

float surface_alpha(Material m, Instance i, vec4 uv, float vertex_alpha) {
    float a = m.base_color.a * i.color.a * vertex_alpha;
    TextureUse t = m.textures[TEXTURE_BASE_COLOR];
    if (has(t)) a *= texture(base_color_texture, material_uv(t, uv)).a;
    return a;
}

Surface surface_at(Instance instance, Vertex v) {
    Material m = materials[instance.material];
    Surface s;

    vec4 base = m.base_color * instance.color * v.color;
    TextureUse t = m.textures[TEXTURE_BASE_COLOR];
    if (has(t)) base *= texture(base_color_texture, material_uv(t, v.uv));
    s.base = base.rgb;
    s.alpha = base.a;

    s.roughness = m.roughness;
    s.metallic = m.emissive.w;
    t = m.textures[TEXTURE_METALLIC_ROUGHNESS];
    if (has(t)) {
        vec2 mr = texture(metallic_roughness_texture, material_uv(t, v.uv)).bg;
        s.metallic *= mr.x;
        s.roughness *= mr.y;
    }

    s.occlusion = 1.0;
    t = m.textures[TEXTURE_OCCLUSION];
    if (has(t)) s.occlusion = 1.0 + m.occlusion_strength * (texture(occlusion_texture, material_uv(t, v.uv)).r - 1.0);

    s.emissive = m.emissive.rgb;
    t = m.textures[TEXTURE_EMISSIVE];
    if (has(t)) s.emissive *= texture(emissive_texture, material_uv(t, v.uv)).rgb;

    vec3 specular_color = m.specular.rgb;
    float specular = m.specular.w;
    t = m.textures[TEXTURE_SPECULAR];
    if (has(t)) specular *= texture(specular_texture, material_uv(t, v.uv)).a;
    t = m.textures[TEXTURE_SPECULAR_COLOR];
    if (has(t)) specular_color *= texture(specular_color_texture, material_uv(t, v.uv)).rgb;

    s.f0 = mix(min(m.f0 * specular_color, vec3(1.0)) * specular, s.base, s.metallic);
    s.f90 = mix(specular, 1.0, s.metallic);
    s.diffuse = s.base * (1.0 - s.metallic);
    s.unlit = (m.flags & MATERIAL_UNLIT) != 0u;

    vec3 n = normalize(v.normal);
    bool front = v.front != ((instance.flags & INSTANCE_MIRRORED) != 0u);
    float side = !front && (m.flags & MATERIAL_DOUBLE_SIDED) != 0u ? -1.0 : 1.0;
    s.facet = n * side;
    t = m.textures[TEXTURE_NORMAL];
    if (has(t) && v.tangent.w != 0.0) {
        vec3 d = texture(normal_texture, material_uv(t, v.uv)).xyz * 2.0 - 1.0;
        d.xy *= m.normal_scale;
        // MikkTSpace wants the interpolated basis unnormalised and the result normalised.
        vec3 bitangent = v.tangent.w * cross(v.normal, v.tangent.xyz);
        n = normalize(d.x * v.tangent.xyz + d.y * bitangent + d.z * v.normal);
    }
    s.normal = n * side;
    return s;
}

#endif
