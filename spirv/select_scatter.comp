#version 460
#extension GL_GOOGLE_include_directive : require
// Writes the objects that each view draws into its list, bucket by bucket, in the order of the objects.
#include "object.glsl"
#include "select.glsl"

layout(local_size_x = 64) in;

// The camera's list spells out its objects for devices that read them as attributes (passes/instances.go).
layout(constant_id = 13) const bool SPELLED = false;

layout(set = 1, binding = 7, std430) writeonly buffer List { uvec2 list[]; }; // of the cascades: object, dither mask

struct Instance { // passes.instance
    vec4 world_from_object[3];
    uvec2 color;
    uint object, mask;
};

// Of the camera: one buffer, as one or the other.
layout(set = 1, binding = 8, std430) writeonly buffer Instances { Instance instances[]; };
layout(set = 1, binding = 9, std430) writeonly buffer Camera { uvec2 camera[]; };

shared uint bits[MAX_VIEWS * MAX_BUCKETS * 2u];

void put(uint view, uint bucket, Prototype t, uint block, uint lane, uint object, uint mask) {
    uint at = (view * MAX_BUCKETS + bucket) * 2u;
    uint rank = lane < 32u ? bitCount(bits[at] & ((1u << lane) - 1u))
                           : bitCount(bits[at]) + bitCount(bits[at + 1u] & ((1u << (lane - 32u)) - 1u));
    uint first = totals[2u * (view * views.count.z + t.first_bucket + bucket) + 1u];
    first += counters[view * views.count.y + t.first_counter + bucket * t.blocks + block];
    if (view == 0u && !SPELLED) {
        camera[first + rank] = uvec2(object, mask);
    } else if (view == 0u) {
        Object o = objects[object];
        instances[first + rank] = Instance(o.world_from_object, o.color, object, mask);
    } else {
        list[first + rank] = uvec2(object, mask);
    }
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (workgroup() >= blocks.length()) return;
    uvec4 block = blocks[workgroup()];
    Prototype t = prototypes[block.z];
    for (uint i = lane; i < MAX_VIEWS * MAX_BUCKETS * 2u; i += BLOCK) bits[i] = 0u;
    barrier();

    bool inside = lane < block.y;
    uvec2 choice = inside ? choices[block.x + lane] : uvec2(NOTHING);
    uint level = choice.x & 255u, next = choice.x >> 8 & 255u, seen = choice.x >> 16 & 255u;
    uint middle = choice.y & 0xffffu, end = choice.y >> 16;
    bool first = inside && level != NOTHING && middle < end;
    bool second = inside && level != NOTHING && next != level && next != NOTHING && middle > 0u;
    uint own = 2u * level + (middle == 0u && end == 32768u ? 0u : 1u), other = 2u * next + 1u;
    uint mark = 1u << (lane & 31u), word = lane >> 5;
    for (uint v = 0u; v < views.count.x; v++) {
        if ((seen & 1u << v) == 0u) continue;
        if (first && draws(t, v, level)) atomicOr(bits[(v * MAX_BUCKETS + own) * 2u + word], mark);
        if (second && draws(t, v, next)) atomicOr(bits[(v * MAX_BUCKETS + other) * 2u + word], mark);
    }
    barrier();

    for (uint v = 0u; v < views.count.x; v++) {
        if ((seen & 1u << v) == 0u) continue;
        if (first && draws(t, v, level)) put(v, own, t, block.w, lane, block.x + lane, choice.y);
        if (second && draws(t, v, next)) put(v, other, t, block.w, lane, block.x + lane, middle << 16);
    }
}
