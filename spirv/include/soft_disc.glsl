// The samples of soft shadows: a disc (Vogel, "A better way to construct the sunflower head", 1979), turned by the pixel
// and by the sample of the picture, so that more samples are a smoother shadow.
#ifndef SOFT_DISC_GLSL
#define SOFT_DISC_GLSL

#include "frame.glsl"

const int SOFT_SAMPLES = 16;

vec2 soft_sample(int i, float turn) {
    float r = sqrt((float(i) + 0.5) / float(SOFT_SAMPLES)), a = float(i) * 2.39996323 + turn;
    return r * vec2(cos(a), sin(a));
}

// Interleaved gradient noise (Jimenez, "Next Generation Post Processing in Call of Duty: Advanced Warfare", 2014).
float soft_turn(uvec2 pixel) {
    float noise = fract(52.9829189 * fract(dot(vec2(pixel), vec2(0.06711056, 0.00583715))));
    return 6.2831853 * (noise + float(frame.dither.x) / 32768.0);
}

#endif
