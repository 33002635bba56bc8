// Casters into the maps of lamps. All maps are drawn at once: an instance is an object in one face, and clipped to the
// face's tile.
#ifndef LAMP_CASTER_GLSL
#define LAMP_CASTER_GLSL

#include "lamp_face.glsl"
#include "object.glsl"

layout(push_constant) uniform Push {
    mat4 pad;       // a cascade's: shadow_mask.frag serves both
    uint first;     // slot of the first command
    uint shift;     // visible[].x holds the object below this bit, and the face above
    uint face;      // which one face 0 is
    uint pad0;
    uvec4 rotation; // of the dither
} push;

uint caster_object(uint entry) { return entry & ((1u << push.shift) - 1u); }

void lamp_project(uint entry, vec3 world) {
    LampFace f = lamp_faces[push.face + (entry >> push.shift)];
    vec3 v = lamp_view(f, world - lamp_position(f));
    gl_Position = vec4(f.place.xy * v.z + v.xy * f.place.z, f.bias.w, v.z);
    gl_ClipDistance[0] = v.z - v.x;
    gl_ClipDistance[1] = v.z + v.x;
    gl_ClipDistance[2] = v.z - v.y;
    gl_ClipDistance[3] = v.z + v.y;
}

#endif
