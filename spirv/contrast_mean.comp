#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// The mean over the window around each block, along rows or columns; of moments, the line that fits best.
#include "contrast.glsl"

layout(constant_id = 0) const bool FIT = false;

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push {
    ivec2 along; // (1, 0) or (0, 1)
    int reach;   // blocks on either side
} push;

layout(set = 1, binding = 0) uniform sampler2D values;
layout(set = 1, binding = 1) writeonly uniform image2D means;

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), size = textureSize(values, 0);
    if (any(greaterThanEqual(p, size))) return;
    vec3 sum = vec3(0.0);
    [[dont_unroll]] for (int d = -push.reach; d <= push.reach; d++) {
        ivec2 q = p + d * push.along;
        if (all(greaterThanEqual(q, ivec2(0))) && all(lessThan(q, size))) sum += vec3(texelFetch(values, q, 0).xy, 1.0);
    }
    vec2 mean = sum.xy / sum.z;
    if (FIT) {
        float variance = max(mean.y - mean.x * mean.x, 0.0);
        float a = variance / (variance + CONTRAST_EDGE);
        mean = vec2(a, (1.0 - a) * mean.x);
    }
    imageStore(means, p, vec4(mean, 0.0, 0.0));
}
