// From the light of a pixel to what a display shows of it: scene.Post, then the tone curve and sRGB.
#ifndef DISPLAY_GLSL
#define DISPLAY_GLSL

#include "srgb.glsl"
#include "tonemap.glsl"
#include "bloom.glsl"
#include "contrast.glsl"

const uint CURVE_NOTHING = 5u; // the values are display values, or wanted as they are

layout(constant_id = 0) const uint CURVE = TONEMAP_AGX;
layout(constant_id = 2) const bool BLOOM = false;
layout(constant_id = 3) const bool VIGNETTE = false;
layout(constant_id = 4) const bool CONTRAST = false;
layout(constant_id = 5) const bool WHITE = false;

layout(push_constant) uniform Push {
    vec4 white[3];      // columns of scene.WhiteBalance.Matrix
    uint width, height; // of a band of rows
    uint first;         // its first row
    float scale;        // turns the sum of samples into the picture's units
    float alpha_scale;
    float bloom;        // share of the light that scatters
    float threshold;    // exposed
    float own, wide;    // shares of what scatters: in its own pixel, and in the bloom's levels
    float vignette;
    vec2 lens;          // tangents of the half angles of view
    float contrast;
    float block;        // pixels along a side of the blocks of contrast
} push;

layout(set = 1, binding = 0) uniform sampler2D picture;
layout(set = 1, binding = 2) uniform sampler2D glow;  // the first level of the bloom
layout(set = 1, binding = 3) uniform sampler2D lines; // of the local contrast, a block each

vec4 light_at(uvec2 p) {
    return texelFetch(picture, ivec2(p), 0) * vec4(vec3(push.scale), push.alpha_scale);
}

vec2 line_at(vec2 p) {
    p = p / push.block - 0.5;
    ivec2 i = ivec2(floor(p)), last = textureSize(lines, 0) - 1;
    vec2 f = p - floor(p);
    ivec2 a = clamp(i, ivec2(0), last), b = clamp(i + 1, ivec2(0), last);
    vec2 top = texelFetch(lines, a, 0).xy * (1.0 - f.x) + texelFetch(lines, ivec2(b.x, a.y), 0).xy * f.x;
    vec2 bottom = texelFetch(lines, ivec2(a.x, b.y), 0).xy * (1.0 - f.x) + texelFetch(lines, b, 0).xy * f.x;
    return top * (1.0 - f.y) + bottom * f.y;
}

// What pixel p shows: display values, and coverage.
vec4 display(uvec2 p) {
    vec4 value = light_at(p);
    float alpha = clamp(value.a, 0.0, 1.0);
    float stops = CONTRAST ? contrast_stops(uncovered(value)) : 0.0;
    if (BLOOM) {
        vec3 own = glaring(value.rgb, push.threshold);
        vec3 spread = own * push.own + bloom_up(glow, ivec2(p)) * push.wide;
        value.rgb += push.bloom * (alpha * spread - own);
    }
    vec3 c = value.rgb;
    if (CURVE == CURVE_NOTHING) return vec4(clamp(c, 0.0, 1.0), alpha);
    // A curve is for light as it was; coverage comes off before and is kept beside it.
    c = alpha > 0.0 ? c / alpha : vec3(0.0);
    if (WHITE) c = push.white[0].rgb * c.r + push.white[1].rgb * c.g + push.white[2].rgb * c.b;
    if (VIGNETTE) {
        vec2 at = ((vec2(p) + 0.5) / vec2(textureSize(picture, 0)) * 2.0 - 1.0) * push.lens;
        c *= exp2(-2.0 * push.vignette * log2(1.0 + dot(at, at)));
    }
    if (CONTRAST) {
        vec2 line = line_at(vec2(p) + 0.5);
        float detail = stops - (line.x * stops + line.y);
        c *= exp2(clamp(push.contrast * detail, -CONTRAST_GAIN, CONTRAST_GAIN));
    }
    return vec4(srgb_encode(tonemap(CURVE, c)), alpha);
}

#endif
