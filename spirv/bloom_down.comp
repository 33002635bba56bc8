#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// Halves a picture for the bloom: scene's bloomLevel.down. The first level is taken from the picture itself.
#include "bloom.glsl"

layout(constant_id = 0) const bool FIRST = false;

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push {
    float scale;     // turns the sum of samples into exposed light
    float threshold; // exposed
} push;

layout(set = 1, binding = 0) uniform sampler2D larger;
layout(set = 1, binding = 1, rgba16f) writeonly uniform image2D level;

// The pixels under a workgroup's texels, each by itself: what scatters is not linear in its light.
const int SIDE = 2 * 8 + 4;
shared vec3 tile[SIDE * SIDE];

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    ivec2 size = textureSize(larger, 0);
    vec3 sum = vec3(0.0);
    if (FIRST) {
        ivec2 corner = 16 * ivec2(gl_WorkGroupID.xy) - 2;
        [[dont_unroll]] for (int i = int(gl_LocalInvocationIndex); i < SIDE * SIDE; i += 64) {
            ivec2 q = clamp(corner + ivec2(i % SIDE, i / SIDE), ivec2(0), size - 1);
            tile[i] = glaring(texelFetch(larger, q, 0).rgb * push.scale, push.threshold);
        }
        barrier();
        const float weights[6] = float[](1.0 / 32.0, 5.0 / 32.0, 10.0 / 32.0, 10.0 / 32.0, 5.0 / 32.0, 1.0 / 32.0);
        int first = 2 * int(gl_LocalInvocationID.y * SIDE + gl_LocalInvocationID.x);
        [[dont_unroll]] for (int j = 0; j < 6; j++) {
            vec3 row = vec3(0.0);
            for (int i = 0; i < 6; i++) row += tile[first + j * SIDE + i] * weights[i];
            sum += row * weights[j];
        }
    } else {
        // Two neighbouring weights are one place between two texels.
        const float places[3] = float[](-2.0 / 3.0, 1.0, 8.0 / 3.0);
        const float weights[3] = float[](6.0 / 32.0, 20.0 / 32.0, 6.0 / 32.0);
        [[dont_unroll]] for (int j = 0; j < 3; j++) {
            [[dont_unroll]] for (int i = 0; i < 3; i++) {
                vec2 at = (vec2(2 * p) + vec2(places[i], places[j])) / vec2(size);
                sum += textureLod(larger, at, 0.0).rgb * (weights[i] * weights[j]);
            }
        }
    }
    if (all(lessThan(p, imageSize(level)))) imageStore(level, p, vec4(sum, 1.0));
}
