// Objects, what they are drawn with, and which of them a view draws. Mirrors passes.object,
// passes.slot and passes.visible.
#ifndef OBJECT_GLSL
#define OBJECT_GLSL

#include "slot.glsl"

struct Object {
    vec4 world_from_object[3]; // rows
    uvec2 color;               // multiplies the base colour: four half floats
    uint prototype;
    uint previous;             // the object, or a copy of it, that stands where this one stood in the frame before
};

vec4 object_color(Object o) { return vec4(unpackHalf2x16(o.color.x), unpackHalf2x16(o.color.y)); }

layout(set = 0, binding = 1, std430) readonly buffer Objects { Object objects[]; };

struct Slot {
    vec4 object_from_part[3]; // rows
    vec4 color;
    uint material;
    uint flags;               // SLOT_*
    uint pad0;
    uint pad1;
};

layout(set = 0, binding = 7, std430) readonly buffer Slots { Slot slots[]; };

// For each draw of a view: the object, and the thresholds of the dither that it keeps.
layout(set = 0, binding = 8, std430) readonly buffer Visible { uvec2 visible[]; };

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
