// The geometry pass's outputs as compute reads them.
#ifndef GBUFFER_GLSL
#define GBUFFER_GLSL

layout(set = 1, binding = 0) uniform sampler2D gbuffer_depth;
layout(set = 1, binding = 1) uniform usampler2D gbuffer_normal;
layout(set = 1, binding = 2) uniform sampler2D gbuffer_diffuse;
layout(set = 1, binding = 3) uniform sampler2D gbuffer_specular;
layout(set = 1, binding = 4) uniform sampler2D gbuffer_emissive;

#endif
