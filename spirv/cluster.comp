#version 460
#extension GL_GOOGLE_include_directive : require
// Enters lamps into the lists of the clusters that their light may reach. A workgroup has one lamp. Bits are set in
// whatever order; the outcome is the same. The rule is scene.Froxel.Meets, in its order.
#include "frame.glsl"
#include "light.glsl"

layout(local_size_x = 64) in;

layout(set = 1, binding = 0, std430) buffer Lists { uint lists[]; };

layout(push_constant) uniform Push {
    float half_x, half_y; // of what the camera sees: slopes, or metres
    float rounding;       // metres
    uint row;             // workgroups side by side
} push;

const float SLACK = 1e-3;      // scene.clusterSlack
const float FARTHEST = 1e15;   // scene.maxReach

struct Reach {
    vec3 center;  // view space
    float radius;
    vec3 axis;
    float sine, cosine;
};

bool orthographic() { return frame.camera.w > 0.5; }

Reach reach_of(Light l) {
    Reach r;
    r.center = (frame.view_from_world * vec4(l.position.xyz, 1.0)).xyz;
    r.radius = l.position.w > 0.0 ? inversesqrt(l.position.w) : uintBitsToFloat(0x7f800000u);
    r.axis = mat3(frame.view_from_world) * l.direction.xyz;
    r.sine = 0.0;
    r.cosine = -1.0;
    if (l.kind == LIGHT_SPOT) {
        // Of an angle that is SLACK larger.
        float c = clamp(-l.direction.w / l.intensity.w, -1.0, 1.0), s = sqrt(1.0 - c * c);
        r.sine = s + c * SLACK;
        r.cosine = c - s * SLACK;
    }
    return r;
}

float outside(float x, float low, float high) { return max(max(low - x, x - high), 0.0); }

// `x` and `y`: left and right, bottom and top; `z`: near and far.
bool meets(Reach l, vec2 x, vec2 y, vec2 z) {
    vec3 c = l.center;
    float depth = -c.z;
    float radius = l.radius * (1.0 + SLACK) + push.rounding;
    z = vec2(max(z.x, depth - radius), min(z.y, depth + radius));
    if (z.x > z.y) return false;
    if (max(z.y, -z.x) >= FARTHEST) return true;
    if (!orthographic()) {
        x = vec2(min(x.x * z.x, x.x * z.y), max(x.y * z.x, x.y * z.y));
        y = vec2(min(y.x * z.x, y.x * z.y), max(y.y * z.x, y.y * z.y));
    }
    vec3 d = vec3(outside(c.x, x.x, x.y), outside(c.y, y.x, y.y), outside(depth, z.x, z.y));
    if (dot(d, d) > radius * radius) return false;
    if (l.cosine <= -1.0) return true;
    vec3 middle = vec3(x.x + x.y, y.x + y.y, -z.x - z.y) * 0.5;
    float ball = length(vec3(x.y - x.x, y.y - y.x, z.y - z.x) * 0.5) * (1.0 + SLACK) + push.rounding;
    vec3 v = middle - c;
    float along = dot(v, l.axis), across = length(cross(v, l.axis));
    return l.cosine * across - along * l.sine <= ball && along >= -ball;
}

// scene.ClusterGrid.depths
vec2 depths(uint slice) {
    vec2 s = (vec2(float(slice) - SLACK, float(slice) + 1.0 + SLACK) - frame.cluster_slices.y) / frame.cluster_slices.x;
    vec2 d = orthographic() ? s : exp2(s);
    float endless = uintBitsToFloat(0x7f800000u);
    if (slice == 0u) d.x = orthographic() ? -endless : 0.0;
    if (slice == uint(frame.cluster_slices.z) - 1u) d.y = endless;
    return vec2(d.x - push.rounding, d.y + push.rounding);
}

// The first and the last slice that the lamp's depths may meet.
uvec2 slices_of(Reach l) {
    float depth = -l.center.z, radius = l.radius * (1.0 + 2.0 * SLACK) + 4.0 * push.rounding;
    float last = frame.cluster_slices.z - 1.0;
    if (radius >= FARTHEST) return uvec2(0u, uint(last));
    vec2 d = vec2(depth - radius, depth + radius);
    if (!orthographic()) d = log2(max(d, vec2(1e-30)));
    return uvec2(clamp(floor(frame.cluster_slices.x * d + frame.cluster_slices.y + vec2(-SLACK, SLACK) * 2.0), 0.0, last));
}

// The first and the last tile along an axis: `center` of the lamp along it, what the camera sees of it, and the
// picture's pixels.
uvec2 tiles_of(Reach l, float center, float half_size, float size, uint tiles) {
    float depth = -l.center.z, radius = l.radius * (1.0 + 2.0 * SLACK) + 4.0 * push.rounding;
    vec2 ends = vec2(center - radius, center + radius);
    if (!orthographic()) {
        if (!(depth - radius > 0.0)) return uvec2(0u, tiles - 1u);
        vec2 z = vec2(depth - radius, depth + radius);
        ends = vec2(min(ends.x / z.x, ends.x / z.y), max(ends.y / z.x, ends.y / z.y));
    }
    if (!(ends.y - ends.x < FARTHEST)) return uvec2(0u, tiles - 1u);
    vec2 pixels = (ends / half_size * 0.5 + 0.5) * size + vec2(-2.0, 2.0);
    return uvec2(clamp(floor(pixels / float(frame.clusters.x)), 0.0, float(tiles) - 1.0));
}

void main() {
    uint everywhere = uint(frame.cluster_slices.w), lamps = uint(frame.sun_illuminance.w) - everywhere;
    uint lamp = gl_WorkGroupID.y * push.row + gl_WorkGroupID.x;
    if (lamp >= lamps) return;
    Reach l = reach_of(lights[everywhere + lamp]);
    uvec2 slices = slices_of(l);
    uvec2 columns = tiles_of(l, l.center.x, push.half_x, frame.size.x, frame.clusters.y);
    uvec2 rows = tiles_of(l, -l.center.y, push.half_y, frame.size.y, frame.clusters.z);
    uvec3 first = uvec3(columns.x, rows.x, slices.x);
    uvec3 count = uvec3(columns.y, rows.y, slices.y) - first + 1u;

    float tile = float(frame.clusters.x);
    uint word = lamp >> 5, mark = 1u << (lamp & 31u), groups = (frame.clusters.w + 32u) / 33u;
    for (uint i = gl_LocalInvocationID.x; i < count.x * count.y * count.z; i += 64u) {
        uvec3 at = first + uvec3(i % count.x, i / count.x % count.y, i / (count.x * count.y));
        vec2 x = (vec2(float(at.x) * tile - 1.0, float(at.x + 1u) * tile + 1.0) * frame.size.z * 2.0 - 1.0) * push.half_x;
        vec2 y = (1.0 - vec2(float(at.y + 1u) * tile + 1.0, float(at.y) * tile - 1.0) * frame.size.w * 2.0) * push.half_y;
        if (!meets(l, x, y, depths(at.z))) continue;
        uint list = ((at.z * frame.clusters.z + at.y) * frame.clusters.y + at.x) * frame.clusters.w;
        atomicOr(lists[list + groups + word], mark);
        atomicOr(lists[list + (word >> 5)], 1u << (word & 31u));
    }
}
