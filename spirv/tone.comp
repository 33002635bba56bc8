#version 460
#extension GL_GOOGLE_include_directive : require
// Turns light into the numbers of a file: mean of the samples, tone curve, sRGB, rounding.
#include "display.glsl"
#include "pack.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

void main() {
    uvec2 p = gl_GlobalInvocationID.xy;
    if (p.x >= push.width || p.y >= push.height) return;
    uint i = p.y * push.width + p.x;
    p.y += push.first;
    if (DEPTH == DEPTH_FLOAT) {
        vec4 value = light_at(p);
        pixels[4u * i] = floatBitsToUint(value.r);
        pixels[4u * i + 1u] = floatBitsToUint(value.g);
        pixels[4u * i + 2u] = floatBitsToUint(value.b);
        pixels[4u * i + 3u] = floatBitsToUint(value.a);
        return;
    }
    pack(i, p, display(p));
}
