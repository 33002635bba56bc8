#version 460
#extension GL_GOOGLE_include_directive : require
// Finds the casters of each face of lamps: objects that the lamp reaches and the face may see, drawn as the main
// camera chose them. The rule is passes.lampCasters. Entries of a bucket come in the order of execution: maps do not
// depend on it, since a map keeps the nearest depth. Every bucket has room for all objects of its prototype in
// all faces.
#include "lamp_face.glsl"
#include "object.glsl"
#include "select.glsl"

layout(local_size_x = 64) in;

struct CullLamp {
    vec4 ball;  // world; w: reach, metres
    uint first; // of its faces
    uint faces; // bits: which are drawn
    uint pad0;
    uint pad1;
};

layout(set = 1, binding = 7, std430) writeonly buffer Casters { uvec2 casters[]; };
layout(set = 1, binding = 8, std430) readonly buffer BucketFirst { uint bucket_first[]; }; // in casters, for one face; NONE: nothing casts
layout(set = 1, binding = 9, std430) buffer BucketCount { uint bucket_count[]; };
layout(set = 1, binding = 11, std430) readonly buffer CullLamps { CullLamp lamps[]; };

layout(push_constant) uniform Push {
    uint lamps;
    uint shift; // of a face in an entry
    uint face;  // which one face 0 is
    uint room;  // faces that a bucket has room for
} push;

const uint NONE = 0xffffffffu;

bool ball_meets(vec4 ball, vec3 center, vec3 half_size) {
    vec3 d = max(abs(center - ball.xyz) - half_size, vec3(0.0));
    return dot(d, d) <= ball.w * ball.w * (1.0 + 1e-5);
}

// scene.LampFace.MeetsBox
bool face_meets(LampFace f, vec3 center, vec3 half_size) {
    vec3 position = lamp_position(f);
    center -= position;
    float slack = 1e-6 * (abs(position.x) + abs(position.y) + abs(position.z));
    for (int i = 0; i < 4; i++) {
        vec3 side = i < 2 ? f.right.xyz : f.up.xyz;
        vec3 n = f.forward.xyz + ((i & 1) == 0 ? side : -side);
        float reach = dot(abs(n), half_size);
        float least = 1e-5 * (dot(abs(n), abs(center)) + reach) + slack * (1.0 + f.bias.y) / f.bias.y;
        if (dot(n, center) + reach < -least) return false;
    }
    return true;
}

void put(uint bucket, uint object, uint face, uint mask) {
    uint first = bucket_first[bucket];
    if (first == NONE) return;
    uint at = first * push.room + atomicAdd(bucket_count[bucket], 1u);
    casters[at] = uvec2(object | (face - push.face) << push.shift, mask);
}

void main() {
    uint object = workgroup() * 64u + gl_LocalInvocationID.x;
    if (object >= choices.length()) return;
    uvec2 choice = choices[object];
    uint level = choice.x & 255u, next = choice.x >> 8 & 255u;
    uint middle = choice.y & 0xffffu, end = choice.y >> 16;
    if (level == NOTHING || end == 0u) return;
    bool both = next != level && next != NOTHING && middle > 0u;

    Object o = objects[object];
    Prototype t = prototypes[o.prototype];
    vec3 x = vec3(o.world_from_object[0].x, o.world_from_object[1].x, o.world_from_object[2].x);
    vec3 y = vec3(o.world_from_object[0].y, o.world_from_object[1].y, o.world_from_object[2].y);
    vec3 z = vec3(o.world_from_object[0].z, o.world_from_object[1].z, o.world_from_object[2].z);
    vec3 w = vec3(o.world_from_object[0].w, o.world_from_object[1].w, o.world_from_object[2].w);
    vec3 center = x * t.box_center.x + y * t.box_center.y + z * t.box_center.z + w;
    vec3 half_size = abs(x) * t.box_half.x + abs(y) * t.box_half.y + abs(z) * t.box_half.z;

    uint own = t.first_bucket + 2u * level + (middle == 0u && end == 32768u ? 0u : 1u);
    uint other = t.first_bucket + 2u * next + 1u;
    for (uint i = 0u; i < push.lamps; i++) {
        CullLamp l = lamps[i];
        if (!ball_meets(l.ball, center, half_size)) continue;
        for (uint faces = l.faces; faces != 0u; faces &= faces - 1u) {
            uint face = l.first + uint(findLSB(faces));
            if (!face_meets(lamp_faces[face], center, half_size)) continue;
            if (middle < end) put(own, object, face, choice.y);
            if (both) put(other, object, face, middle << 16);
        }
    }
}
