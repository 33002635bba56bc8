#version 460
#extension GL_GOOGLE_include_directive : require
// Adds a level of the bloom to the one below it, twice as large.
#include "bloom.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push {
    float own;  // share of the level's own light
    float wide; // of what comes from the smaller level
} push;

layout(set = 1, binding = 0) uniform sampler2D smaller;
layout(set = 1, binding = 1, rgba16f) uniform image2D level;

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(level)))) return;
    vec3 sum = imageLoad(level, p).rgb * push.own + bloom_up(smaller, p) * push.wide;
    imageStore(level, p, vec4(sum, 1.0));
}
