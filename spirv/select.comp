#version 460
#extension GL_GOOGLE_include_directive : require
// Picks the level of each object, tests it against every view, and counts, for each block of
// objects, how many of them each view draws of each level. Then it is known where a block's objects
// go in the views' lists, which stay in the order of the objects whatever the order of execution.
#include "object.glsl"
#include "select.glsl"

const uint BY_DISTANCE = 1u, MODEL = 2u;  // of a prototype
const uint CULLS = 1u, ORTHOGRAPHIC = 2u, FOLLOWS = 4u; // of the view
const float SNAP = 1.0 / 128.0, LEAST = 1e-4;

layout(local_size_x = 64) in;

layout(set = 1, binding = 7, std430) buffer Tally { uint tally[]; }; // selections, culled, fading, then each level

shared uint bits[MAX_VIEWS * MAX_BUCKETS * 2u]; // view, bucket: which objects of the block
shared uint counts[3];
shared uint levels[16];

float measure(Prototype t, vec3 center, float extent, float distance) {
    uint flags = uint(views.measure.y);
    if ((flags & CULLS) != 0u && (t.flags & MODEL) == 0u) return -uintBitsToFloat(0x7f800000u);
    if ((t.flags & BY_DISTANCE) != 0u) return -min(distance * views.measure.x, 3.402823466e38);
    float d = (flags & ORTHOGRAPHIC) != 0u ? 1.0 : distance;
    return extent * views.eye.w / max(d, LEAST);
}

// scene.PickBands: level, next and blend; returns the state.
uint pick(Prototype t, float m, uint before, out uint level, out uint next, out float blend) {
    uint n = t.levels;
    level = n;
    blend = 0.0;
    vec4 band = vec4(0.0);
    for (uint i = 0u; i < n; i++) {
        vec4 b = bands[t.first_band + i];
        if (level == n && b.x <= m) {
            level = i;
            band = b;
        }
    }
    if (level < n && m < band.y) {
        float b = 1.0 - (m - band.x) / (band.y - band.x);
        if (b > SNAP && b < 1.0 - SNAP) {
            blend = b;
            next = level + 1u == n ? NOTHING : level + 1u;
            return (b >= 0.5 ? level + 1u : level) + 1u;
        }
        if (b >= 0.5) level++;
    } else if (before > 0u && before - 1u <= n) {
        uint last = before - 1u;
        if (last + 1u == level && bands[t.first_band + last].z <= m || last == level + 1u && m < band.w) level = last;
    }
    uint state = level + 1u;
    if (level == n) level = NOTHING;
    next = level;
    return state;
}

bool meets(uint view, vec3 center, vec3 half_size) {
    for (uint i = 0u; i < 6u; i++) {
        vec4 p = views.planes[view * 6u + i];
        float reach = dot(abs(p.xyz), half_size);
        float slack = 1e-5 * (dot(abs(p.xyz), abs(center)) + reach + abs(p.w));
        if (dot(p.xyz, center) + p.w + reach < -slack) return false;
    }
    return true;
}

// scene.Receivers.Shaded.
bool shaded(uint cascade, vec3 center, vec3 half_size) {
    vec3 light = views.light.xyz;
    float sweep = 3.402823466e38, margin = views.margin[cascade];
    for (int k = 0; k < 3; k++) {
        float first = light[k] > 0.0 ? center[k] - half_size[k] : center[k] + half_size[k];
        if (light[k] != 0.0) sweep = min(sweep, (views.ends[cascade][k] - first) / light[k]);
    }
    sweep = max(sweep, 0.0);
    for (uint i = 0u; i < 6u; i++) {
        vec4 p = views.seen[cascade * 6u + i];
        float reach = dot(abs(p.xyz), half_size) + margin + max(dot(p.xyz, light), 0.0) * sweep;
        float slack = 1e-5 * (dot(abs(p.xyz), abs(center)) + reach + abs(p.w));
        if (dot(p.xyz, center) + p.w + reach < -slack) return false;
    }
    return true;
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (workgroup() >= blocks.length()) return;
    uvec4 block = blocks[workgroup()];
    Prototype t = prototypes[block.z];
    for (uint i = lane; i < MAX_VIEWS * MAX_BUCKETS * 2u; i += BLOCK) bits[i] = 0u;
    if (lane < 3u) counts[lane] = 0u;
    if (lane < 16u) levels[lane] = 0u;
    barrier();

    if (lane < block.y) {
        Object o = objects[block.x + lane];
        vec3 x = vec3(o.world_from_object[0].x, o.world_from_object[1].x, o.world_from_object[2].x);
        vec3 y = vec3(o.world_from_object[0].y, o.world_from_object[1].y, o.world_from_object[2].y);
        vec3 z = vec3(o.world_from_object[0].z, o.world_from_object[1].z, o.world_from_object[2].z);
        vec3 w = vec3(o.world_from_object[0].w, o.world_from_object[1].w, o.world_from_object[2].w);
        vec3 center = x * t.center.x + y * t.center.y + z * t.center.z + w;
        float extent = t.center.w * sqrt(max(dot(x, x), max(dot(y, y), dot(z, z))));
        float distance = length(center - views.eye.xyz);

        uint level, next;
        float blend;
        uint before = (uint(views.measure.y) & FOLLOWS) != 0u ? choices[block.x + lane].x >> 24 : 0u;
        uint state = pick(t, measure(t, center, extent, distance), before, level, next, blend);
        float coverage = 1.0;
        if (t.fade.w > 0.0) {
            coverage = clamp(t.fade.x, 0.0, 1.0);
            if (t.fade.y != t.fade.z) coverage *= clamp((t.fade.z - distance) / (t.fade.z - t.fade.y), 0.0, 1.0);
        }
        uint end = uint(coverage * 32768.0 + 0.5);
        uint middle = uint(blend * coverage * 32768.0 + 0.5);

        uint seen = 0u;
        vec3 c = x * t.box_center.x + y * t.box_center.y + z * t.box_center.z + w;
        vec3 h = abs(x) * t.box_half.x + abs(y) * t.box_half.y + abs(z) * t.box_half.z;
        for (uint v = 0u; v < views.count.x; v++)
            if (meets(v, c, h) && (v == 0u || views.light.w == 0.0 || shaded(v - 1u, c, h))) seen |= 1u << v;
        choices[block.x + lane] = uvec2(level | next << 8 | seen << 16 | state << 24, middle | end << 16);

        uint mark = 1u << (lane & 31u), word = lane >> 5;
        bool whole = middle == 0u && end == 32768u;
        for (uint v = 0u; v < views.count.x; v++) {
            if ((seen & 1u << v) == 0u || level == NOTHING) continue;
            if (middle < end && draws(t, v, level)) atomicOr(bits[(v * MAX_BUCKETS + 2u * level + (whole ? 0u : 1u)) * 2u + word], mark);
            if (next != level && next != NOTHING && middle > 0u && draws(t, v, next))
                atomicOr(bits[(v * MAX_BUCKETS + 2u * next + 1u) * 2u + word], mark);
        }
        // What the camera draws, as scene.LodCounters counts it.
        if ((seen & 1u) != 0u) {
            if (level == NOTHING) {
                atomicAdd(counts[1], 1u);
            } else if (end > 0u) {
                atomicAdd(counts[0], 1u);
                atomicAdd(levels[level], 1u);
                if (blend > 0.0) {
                    atomicAdd(counts[2], 1u);
                    if (next != NOTHING) atomicAdd(levels[next], 1u);
                }
            }
        }
    }
    barrier();

    uint n = 2u * t.levels;
    for (uint i = lane; i < views.count.x * n; i += BLOCK) {
        uint v = i / n, b = i % n;
        uint at = (v * MAX_BUCKETS + b) * 2u;
        counters[v * views.count.y + t.first_counter + b * t.blocks + block.w] = bitCount(bits[at]) + bitCount(bits[at + 1u]);
    }
    if (lane < 3u && counts[lane] > 0u) atomicAdd(tally[lane], counts[lane]);
    if (lane < 16u && levels[lane] > 0u) atomicAdd(tally[3u + lane], levels[lane]);
}
