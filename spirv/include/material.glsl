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
    TextureUse textures[7];
};

const uint MATERIAL_UNLIT = 1u;
const uint MATERIAL_DOUBLE_SIDED = 2u;

const int TEXTURE_BASE_COLOR = 0;
const int TEXTURE_METALLIC_ROUGHNESS = 1;
const int TEXTURE_NORMAL = 2;
const int TEXTURE_OCCLUSION = 3;
const int TEXTURE_EMISSIVE = 4;
const int TEXTURE_SPECULAR = 5;
const int TEXTURE_SPECULAR_COLOR = 6;

layout(set = 0, binding = 2, std430) readonly buffer Materials { Material materials[]; };

#endif
