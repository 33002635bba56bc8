// For vertex stages: what a command draws its objects with, and which objects a view draws. Mirrors
// passes.slot and passes.visible.
#ifndef PLACED_GLSL
#define PLACED_GLSL

#include "object.glsl"
#include "slot.glsl"

struct Slot {
    vec4 object_from_part[3]; // rows
    vec4 color;
    uint material;
    uint flags;               // SLOT_*
    uint bucket;
    uint copies;              // objects an instance draws
    uint vertices;            // of a copy
    uint first_vertex;
    uint pad0;
    uint pad1;
};

layout(set = 0, binding = 7, std430) readonly buffer Slots { Slot slots[]; };

// For each draw of a view: the object, and the thresholds of the dither that it keeps.
layout(set = 0, binding = 8, std430) readonly buffer Visible { uvec2 visible[]; };

// By view and bucket: objects, then the first of them.
layout(set = 0, binding = 10, std430) readonly buffer DrawnTotals { uvec2 drawn_totals[]; };

layout(constant_id = 10) const bool CROWDED = true; // false: every instance draws one object

// Which object a vertex belongs to: where it stands in visible, or NONE for a copy too many.
const uint NONE = 0xffffffffu;

uint drawn_entry(Slot s, uint view_totals) {
    if (!CROWDED || s.copies == 1u) return uint(gl_InstanceIndex);
    uint copy = (uint(gl_VertexIndex) - s.first_vertex) / s.vertices;
    uint i = uint(gl_InstanceIndex - gl_BaseInstance) * s.copies + copy;
    return i < drawn_totals[view_totals + s.bucket].x ? uint(gl_BaseInstance) + i : NONE;
}

// Where the vertices of a copy too many go: to one point outside.
const vec4 NOWHERE = vec4(0.0, 0.0, 2.0, 1.0);

layout(constant_id = 8) const bool MOVED_PARTS = true; // false: parts stand where their objects do

// The transform of a draw, rows.
struct Placed { vec4 row[3]; };

Placed placed(Object o, Slot s) {
    Placed p;
    for (int i = 0; i < 3; i++) {
        vec4 r = o.world_from_object[i];
        if (MOVED_PARTS) {
            p.row[i] = r.x * s.object_from_part[0] + r.y * s.object_from_part[1] + r.z * s.object_from_part[2];
            p.row[i].w += r.w;
        } else {
            p.row[i] = r;
        }
    }
    return p;
}

vec3 placed_point(Placed p, vec3 v) {
    vec4 h = vec4(v, 1.0);
    return vec3(dot(p.row[0], h), dot(p.row[1], h), dot(p.row[2], h));
}

vec3 placed_vector(Placed p, vec3 v) {
    return vec3(dot(p.row[0].xyz, v), dot(p.row[1].xyz, v), dot(p.row[2].xyz, v));
}

// Normals transform by the cofactors, which need no division; mirroring turns them around.
vec3 placed_normal(Placed p, vec3 n, bool mirrored) {
    vec3 r0 = p.row[0].xyz, r1 = p.row[1].xyz, r2 = p.row[2].xyz;
    vec3 v = vec3(dot(cross(r1, r2), n), dot(cross(r2, r0), n), dot(cross(r0, r1), n));
    return mirrored ? -v : v;
}

#endif
