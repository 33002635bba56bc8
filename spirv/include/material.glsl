// Materials and their textures. Mirrors passes.materialBlock.
#ifndef MATERIAL_GLSL
#define MATERIAL_GLSL

struct TextureUse {
    vec4 row0; // xyz: u from (u, v, 1); w: the UV set, or -1 for no texture
    vec4 row1; // xyz: v
};

struct Material {
    vec4 base_color;
    vec4 emissive;       // cd/m^2; w: metallic
    vec4 specular;       // colour; w: factor
    float roughness;
    float f0;            // of the dielectric at normal incidence, from the index of refraction
    float normal_scale;
    float occlusion_strength;
    float alpha_cutoff;
    uint flags;          // MATERIAL_*
    uint pad0;
    uint pad1;
    TextureUse shared_uv;      // how all textures are addressed, where they agree
    TextureUse textures[7];
};

const uint MATERIAL_UNLIT = 1u;
const uint MATERIAL_DOUBLE_SIDED = 2u;
const uint MATERIAL_PACKED_OCCLUSION = 4u; // occlusion is the red of the metallic-roughness texture

const int TEXTURE_BASE_COLOR = 0;
const int TEXTURE_METALLIC_ROUGHNESS = 1;
const int TEXTURE_NORMAL = 2;
const int TEXTURE_OCCLUSION = 3;
const int TEXTURE_EMISSIVE = 4;
const int TEXTURE_SPECULAR = 5;
const int TEXTURE_SPECULAR_COLOR = 6;

layout(set = 0, binding = 2, std430) readonly buffer Materials { Material materials[]; };

// Where every material of a scene addresses all its textures alike, the vertex stage does it once,
// and the fragment stage has coordinates whose implicit derivatives are good: fetches with explicit
// ones take software drivers twice as long.
layout(constant_id = 6) const bool SHARED_UV = false;

vec2 texture_uv(TextureUse t, vec4 uv) {
    vec3 p = vec3(t.row0.w > 0.5 ? uv.zw : uv.xy, 1.0);
    return vec2(dot(t.row0.xyz, p), dot(t.row1.xyz, p));
}

// What the vertex stage hands on as texture coordinates.
vec4 vertex_texture_uv(uint material, vec4 uv) {
    return SHARED_UV ? vec4(texture_uv(materials[material].shared_uv, uv), 0.0, 0.0) : uv;
}

#endif
