// Local contrast. The rule is scene.LocalContrast, whose names, order and sources stand there.
#ifndef CONTRAST_GLSL
#define CONTRAST_GLSL

#include "tonemap.glsl"

const float CONTRAST_EDGE = 0.1, CONTRAST_DARK = -12.0, CONTRAST_GAIN = 2.0;

float contrast_stops(vec3 c) { return log2(max(luminance(c), exp2(CONTRAST_DARK))); }

// A pixel's light, where coverage is known.
vec3 uncovered(vec4 c) { return c.a > 0.0 ? c.rgb / min(c.a, 1.0) : vec3(0.0); }

#endif
