// The textures of the material that is bound; slots that it lacks hold a white texel.
#ifndef TEXTURES_GLSL
#define TEXTURES_GLSL

layout(set = 1, binding = 0) uniform sampler2D base_color_texture;
layout(set = 1, binding = 1) uniform sampler2D metallic_roughness_texture;
layout(set = 1, binding = 2) uniform sampler2D normal_texture;
layout(set = 1, binding = 3) uniform sampler2D occlusion_texture;
layout(set = 1, binding = 4) uniform sampler2D emissive_texture;
layout(set = 1, binding = 5) uniform sampler2D specular_texture;
layout(set = 1, binding = 6) uniform sampler2D specular_color_texture;

#endif
