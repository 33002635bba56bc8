// The sun's cascades, which compare: lit outside of them too.
#ifndef SHADOW_MAP_GLSL
#define SHADOW_MAP_GLSL

layout(set = 0, binding = 4) uniform sampler2DArrayShadow shadow_map;

#endif
