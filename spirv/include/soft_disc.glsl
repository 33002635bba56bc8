// The samples of soft shadows: a disc (Vogel, "A better way to construct the sunflower head", 1979), turned by the pixel
// and by the sample of the picture, so that more samples are a smoother shadow.
#ifndef SOFT_DISC_GLSL
#define SOFT_DISC_GLSL

#include "frame.glsl"
#include "noise.glsl"

const int SOFT_SAMPLES = 16;

vec2 soft_sample(int i, float turn) {
    float r = sqrt((float(i) + 0.5) / float(SOFT_SAMPLES)), a = float(i) * 2.39996323 + turn;
    return r * vec2(cos(a), sin(a));
}

float soft_turn(uvec2 pixel) {
    return 6.2831853 * (pixel_noise(pixel) + float(frame.dither.x) / 32768.0);
}

#endif
