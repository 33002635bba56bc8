#version 460
#extension GL_GOOGLE_include_directive : require
// Places the buckets of a view one after the other in its list, and tells the commands how many
// objects they draw and where these begin. A workgroup has one view.
#include "select.glsl"

layout(local_size_x = 64) in;

layout(set = 1, binding = 8, std430) readonly buffer CommandBuckets { uint command_buckets[]; }; // the camera's, then a shadow map's
layout(set = 1, binding = 9, std430) buffer Commands { uint commands[]; };                       // five words each; each shadow map has its own

layout(push_constant) uniform Push {
    uint camera; // commands
    uint shadow; // commands of one shadow map
} push;

shared uint sums[64];

void main() {
    uint lane = gl_LocalInvocationID.x, view = gl_WorkGroupID.x, n = views.count.z;
    uint share = (n + 63u) / 64u;
    uint begin = min(lane * share, n), end = min(begin + share, n);
    uint first = view * n;

    uint sum = 0u;
    for (uint i = begin; i < end; i++) sum += totals[2u * (first + i)];
    sums[lane] = sum;
    barrier();
    uint before = view == 0u ? 0u : (view - 1u) * views.count.w; // the camera's list is another one
    for (uint i = 0u; i < lane; i++) before += sums[i];
    for (uint i = begin; i < end; i++) {
        totals[2u * (first + i) + 1u] = before;
        before += totals[2u * (first + i)];
    }
    memoryBarrierBuffer();
    barrier();

    uint count = view == 0u ? push.camera : push.shadow;
    uint source = view == 0u ? 0u : push.camera;
    uint target = view == 0u ? 0u : push.camera + (view - 1u) * push.shadow;
    for (uint i = lane; i < count; i += 64u) {
        uint at = 2u * (first + command_buckets[source + i]);
        commands[5u * (target + i) + 1u] = totals[at];
        commands[5u * (target + i) + 4u] = totals[at + 1u];
    }
}
