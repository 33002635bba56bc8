#version 460
#extension GL_GOOGLE_include_directive : require
// Turns the counts of a bucket's blocks into where each block's objects begin, and sums them. A
// workgroup has one bucket of one view.
#include "select.glsl"

layout(local_size_x = 64) in;

shared uint sums[64];

void main() {
    uint lane = gl_LocalInvocationID.x, bucket = workgroup(), view = gl_WorkGroupID.z;
    if (bucket >= views.count.z) return;
    uvec2 range = buckets[bucket];
    uint first = view * views.count.y + range.x;
    uint share = (range.y + 63u) / 64u; // counters of a lane
    uint begin = min(lane * share, range.y), end = min(begin + share, range.y);

    uint sum = 0u;
    for (uint i = begin; i < end; i++) sum += counters[first + i];
    sums[lane] = sum;
    barrier();
    uint before = 0u, total = 0u;
    for (uint i = 0u; i < 64u; i++) {
        if (i < lane) before += sums[i];
        total += sums[i];
    }
    for (uint i = begin; i < end; i++) {
        uint n = counters[first + i];
        counters[first + i] = before;
        before += n;
    }
    if (lane == 0u) totals[2u * (view * views.count.z + bucket)] = total;
}
