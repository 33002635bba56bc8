// A material at a point: glTF's metallic-roughness model with KHR_materials_ior and
// KHR_materials_specular turned into what shading needs (glTF 2.0, appendix B).
#ifndef SURFACE_GLSL
#define SURFACE_GLSL

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
    vec4 uv_dx;    // its derivatives over the picture
    vec4 uv_dy;
    vec4 color;    // multiplies the base colour
    bool front;    // faces the viewer
};

// Textures are sampled with the derivatives of the plain coordinates, taken before anything is
// loaded: what a helper invocation loads from a buffer is undefined on some drivers, and the
// implicit derivatives of transformed coordinates with it.
vec4 sampled(sampler2D s, TextureUse t, vec4 uv, vec4 dx, vec4 dy) {
    if (SHARED_UV) return texture(s, uv.xy);
    bool second = t.row0.w > 0.5;
    vec2 x = second ? dx.zw : dx.xy, y = second ? dy.zw : dy.xy;
    return textureGrad(s, texture_uv(t, uv),
                       vec2(dot(t.row0.xy, x), dot(t.row1.xy, x)), vec2(dot(t.row0.xy, y), dot(t.row1.xy, y)));
}

bool has(TextureUse t) {
    return TEXTURED && t.row0.w >= 0.0;
}

float surface_alpha(Material m, vec4 uv, vec4 dx, vec4 dy, float vertex_alpha) {
    float a = m.base_color.a * vertex_alpha;
    TextureUse t = m.textures[TEXTURE_BASE_COLOR];
    if (has(t)) a *= sampled(base_color_texture, t, uv, dx, dy).a;
    return a;
}

Surface surface_at(Material m, Vertex v) {
    Surface s;

    vec4 base = m.base_color * v.color;
    TextureUse t = m.textures[TEXTURE_BASE_COLOR];
    if (has(t)) base *= sampled(base_color_texture, t, v.uv, v.uv_dx, v.uv_dy);
    s.base = base.rgb;
    s.alpha = base.a;

    s.roughness = m.roughness;
    s.metallic = m.emissive.w;
    float open = 1.0;
    t = m.textures[TEXTURE_METALLIC_ROUGHNESS];
    if (has(t)) {
        vec3 orm = sampled(metallic_roughness_texture, t, v.uv, v.uv_dx, v.uv_dy).rgb;
        s.metallic *= orm.b;
        s.roughness *= orm.g;
        open = orm.r;
    }
    t = m.textures[TEXTURE_OCCLUSION];
    if (has(t)) {
        if ((m.flags & MATERIAL_PACKED_OCCLUSION) == 0u) open = sampled(occlusion_texture, t, v.uv, v.uv_dx, v.uv_dy).r;
        s.occlusion = 1.0 + m.occlusion_strength * (open - 1.0);
    } else {
        s.occlusion = 1.0;
    }

    s.emissive = m.emissive.rgb;
    t = m.textures[TEXTURE_EMISSIVE];
    if (has(t)) s.emissive *= sampled(emissive_texture, t, v.uv, v.uv_dx, v.uv_dy).rgb;

    vec3 specular_color = m.specular.rgb;
    float specular = m.specular.w;
    t = m.textures[TEXTURE_SPECULAR];
    if (has(t)) specular *= sampled(specular_texture, t, v.uv, v.uv_dx, v.uv_dy).a;
    t = m.textures[TEXTURE_SPECULAR_COLOR];
    if (has(t)) specular_color *= sampled(specular_color_texture, t, v.uv, v.uv_dx, v.uv_dy).rgb;

    s.f0 = mix(min(m.f0 * specular_color, vec3(1.0)) * specular, s.base, s.metallic);
    s.f90 = mix(specular, 1.0, s.metallic);
    s.diffuse = s.base * (1.0 - s.metallic);
    s.unlit = (m.flags & MATERIAL_UNLIT) != 0u;

    vec3 n = normalize(v.normal);
    float side = !v.front && (m.flags & MATERIAL_DOUBLE_SIDED) != 0u ? -1.0 : 1.0;
    s.facet = n * side;
    t = m.textures[TEXTURE_NORMAL];
    if (has(t) && v.tangent.w != 0.0) {
        vec3 d = sampled(normal_texture, t, v.uv, v.uv_dx, v.uv_dy).xyz * 2.0 - 1.0;
        d.xy *= m.normal_scale;
        // MikkTSpace wants the interpolated basis unnormalised and the result normalised.
        vec3 bitangent = v.tangent.w * cross(v.normal, v.tangent.xyz);
        n = normalize(d.x * v.tangent.xyz + d.y * bitangent + d.z * v.normal);
    }
    s.normal = n * side;
    return s;
}

#endif
