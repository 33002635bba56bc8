// Light that scatters. The rule is scene.Bloom, whose names, order and sources stand there.
#ifndef BLOOM_GLSL
#define BLOOM_GLSL

#include "tonemap.glsl"

// The part of a colour that is open to scattering; threshold is exposed.
vec3 glaring(vec3 c, float threshold) {
    if (threshold == 0.0) return c;
    float l = luminance(c);
    float knee = 0.5 * threshold;
    float rise = clamp(l - threshold + knee, 0.0, 2.0 * knee);
    float part = max(rise * rise / (4.0 * knee), l - threshold);
    return c * (part / max(l, 1e-30));
}

// What a pixel of the level below, twice as large, gets of a level: scene's bloomLevel.up. Two neighbouring
// weights are one place between two texels.
vec3 bloom_up(sampler2D level, ivec2 pixel) {
    vec2 texel = 1.0 / vec2(textureSize(level, 0));
    vec2 middle = vec2(pixel / 2) + 0.5;
    vec2 toward = vec2(1 - 2 * (pixel & 1)); // the neighbour with the larger weight is here
    vec2 near = (middle + toward * (3.0 / 10.0)) * texel; // weights 3 and 7 of 16
    vec2 far = (middle - toward * (7.0 / 6.0)) * texel;   // weights 5 and 1 of 16
    return textureLod(level, near, 0.0).rgb * (100.0 / 256.0)
        + textureLod(level, vec2(near.x, far.y), 0.0).rgb * (60.0 / 256.0)
        + textureLod(level, vec2(far.x, near.y), 0.0).rgb * (60.0 / 256.0)
        + textureLod(level, far, 0.0).rgb * (36.0 / 256.0);
}

#endif
