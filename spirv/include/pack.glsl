// Display values to the numbers of a file: rounding, to 8 bits with a fixed dither (scene.Dither) against
// banding, and packing.
#ifndef PACK_GLSL
#define PACK_GLSL

const uint DEPTH_8 = 0u, DEPTH_16 = 1u, DEPTH_FLOAT = 2u;

layout(constant_id = 1) const uint DEPTH = DEPTH_8;

layout(set = 1, binding = 1, std430) writeonly buffer Pixels { uint pixels[]; };

float dither(uvec2 p) {
    uint t = (p.x * 3242174889u + p.y * 2447445414u) >> 24;
    return (float(t) + 0.5) / 256.0;
}

// Stores pixel p of the picture as number i of the buffer.
void pack(uint i, uvec2 p, vec4 v) {
    if (DEPTH == DEPTH_8) {
        uvec4 q = uvec4(clamp(v * 255.0 + dither(p), 0.0, 255.0));
        pixels[i] = q.r | q.g << 8 | q.b << 16 | q.a << 24;
    } else {
        uvec4 q = uvec4(v * 65535.0 + 0.5);
        pixels[2u * i] = q.r | q.g << 16;
        pixels[2u * i + 1u] = q.b | q.a << 16;
    }
}

#endif
