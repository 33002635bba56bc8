#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// Means of the stops of a picture's blocks, and of their squares.
#include "contrast.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push {
    int block;   // pixels along a side
    float scale; // turns the sum of samples into exposed light
    float alpha_scale;
} push;

layout(set = 1, binding = 0) uniform sampler2D picture;
layout(set = 1, binding = 1) writeonly uniform image2D moments;

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(moments)))) return;
    ivec2 first = p * push.block, end = min(first + push.block, textureSize(picture, 0));
    vec2 sum = vec2(0.0);
    for (int y = first.y; y < end.y; y++) {
        for (int x = first.x; x < end.x; x++) {
            float s = contrast_stops(uncovered(texelFetch(picture, ivec2(x, y), 0) * vec4(vec3(push.scale), push.alpha_scale)));
            sum += vec2(s, s * s);
        }
    }
    ivec2 size = end - first;
    imageStore(moments, p, vec4(sum / float(size.x * size.y), 0.0, 0.0));
}
