// Noise that differs from pixel to pixel.
#ifndef NOISE_GLSL
#define NOISE_GLSL

// Interleaved gradient noise, 0..1 (Jimenez, "Next Generation Post Processing in Call of Duty: Advanced Warfare", 2014).
float pixel_noise(uvec2 pixel) {
    return fract(52.9829189 * fract(dot(vec2(pixel), vec2(0.06711056, 0.00583715))));
}

#endif
