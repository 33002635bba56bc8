#version 460
#extension GL_GOOGLE_include_directive : require
// Turns light into the numbers of a file: mean of the samples, tone curve, sRGB, and rounding to
// 8 bits with a fixed dither (scene.Dither) against banding.
#include "srgb.glsl"
#include "tonemap.glsl"

const uint CURVE_NOTHING = 5u; // the values are display values, or wanted as they are
const uint DEPTH_8 = 0u, DEPTH_16 = 1u, DEPTH_FLOAT = 2u;

layout(constant_id = 0) const uint CURVE = TONEMAP_AGX;
layout(constant_id = 1) const uint DEPTH = DEPTH_8;

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push {
    uint width, height; // of a band of rows
    uint first;         // its first row
    float scale;        // turns the sum of samples into the picture's units
    float alpha_scale;
} push;

layout(set = 1, binding = 0) uniform sampler2D picture;
layout(set = 1, binding = 1, std430) writeonly buffer Pixels { uint pixels[]; };

float dither(uvec2 p) {
    uint t = (p.x * 3242174889u + p.y * 2447445414u) >> 24;
    return (float(t) + 0.5) / 256.0;
}

void main() {
    uvec2 p = gl_GlobalInvocationID.xy;
    if (p.x >= push.width || p.y >= push.height) return;
    uint i = p.y * push.width + p.x;
    p.y += push.first;
    vec4 value = texelFetch(picture, ivec2(p), 0);
    value *= vec4(vec3(push.scale), push.alpha_scale);

    if (DEPTH == DEPTH_FLOAT) {
        pixels[4u * i] = floatBitsToUint(value.r);
        pixels[4u * i + 1u] = floatBitsToUint(value.g);
        pixels[4u * i + 2u] = floatBitsToUint(value.b);
        pixels[4u * i + 3u] = floatBitsToUint(value.a);
        return;
    }
    float alpha = clamp(value.a, 0.0, 1.0);
    vec3 c = value.rgb;
    if (CURVE == CURVE_NOTHING) {
        c = clamp(c, 0.0, 1.0);
    } else {
        // A curve is for light as it was; coverage comes off before and is kept beside it.
        c = alpha > 0.0 ? c / alpha : vec3(0.0);
        c = srgb_encode(tonemap(CURVE, c));
    }
    vec4 v = vec4(c, alpha);
    if (DEPTH == DEPTH_8) {
        uvec4 q = uvec4(clamp(v * 255.0 + dither(p), 0.0, 255.0));
        pixels[i] = q.r | q.g << 8 | q.b << 16 | q.a << 24;
    } else {
        uvec4 q = uvec4(v * 65535.0 + 0.5);
        pixels[2u * i] = q.r | q.g << 16;
        pixels[2u * i + 1u] = q.b | q.a << 16;
    }
}
