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

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(level)))) return;
    ivec2 size = textureSize(larger, 0);
    vec3 sum = vec3(0.0);
    if (FIRST) {
        // Every pixel by itself: what scatters is not linear in its light.
        const float weights[6] = float[](1.0 / 32.0, 5.0 / 32.0, 10.0 / 32.0, 10.0 / 32.0, 5.0 / 32.0, 1.0 / 32.0);
        [[dont_unroll]] for (int j = 0; j < 6; j++) {
            [[dont_unroll]] for (int i = 0; i < 6; i++) {
                ivec2 q = clamp(2 * p - 2 + ivec2(i, j), ivec2(0), size - 1);
                sum += glaring(texelFetch(larger, q, 0).rgb * push.scale, push.threshold) * (weights[i] * weights[j]);
            }
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
    imageStore(level, p, vec4(sum, 1.0));
}
