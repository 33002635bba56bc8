// Which pixels a draw keeps while it fades: scene.DitherMask and scene.DitherPattern, to the bit.
#ifndef DITHER_GLSL
#define DITHER_GLSL

const uint DITHER_STEPS = 32768u;
const uint DITHER_ALL = DITHER_STEPS << 16; // scene.DitherAll, packed
const uint BLUE_NOISE_SIZE = 64u;

layout(constant_id = 7) const bool FADED = false; // draws of objects that are drawn in part

layout(set = 0, binding = 9, std430) readonly buffer BlueNoise { uint blue_noise[]; };

uint dither_offset(uint object) {
    uint h = object + 1u;
    h = (h ^ h >> 16) * 0x7feb352du;
    h = (h ^ h >> 15) * 0x846ca68bu;
    return h ^ h >> 16;
}

uint dither_threshold(uvec2 pixel, uint offset, uvec4 rotation) {
    uint x = (pixel.x + (offset & 0xffffu)) % BLUE_NOISE_SIZE;
    uint y = (pixel.y + (offset >> 16)) % BLUE_NOISE_SIZE;
    uint pair = blue_noise[(y * BLUE_NOISE_SIZE + x) >> 1];
    uint t = (x & 1u) == 0u ? pair & 0xffffu : pair >> 16;
    return (t + rotation[offset >> 30]) % DITHER_STEPS;
}

bool dither_keeps(uint mask, uvec2 pixel, uint object, uvec4 rotation) {
    uint t = dither_threshold(pixel, dither_offset(object), rotation);
    return (mask & 0xffffu) <= t && t < mask >> 16;
}

#endif
