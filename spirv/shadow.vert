#version 460
#extension GL_GOOGLE_include_directive : require
// Casters into one cascade: positions alone.
#include "placed.glsl"

layout(push_constant) uniform Push {
    mat4 clip_from_world;
    uint first;     // slot of the first command
    uint totals;    // of the view
    uvec4 rotation; // for shadow_mask.frag
} push;

layout(location = 0) in vec3 position;

void main() {
    Slot s = slots[push.first + gl_DrawID];
    uint entry = drawn_entry(s, push.totals);
    if (entry == NONE) {
        gl_Position = NOWHERE;
        return;
    }
    Placed p = placed(objects[visible[entry].x], s);
    gl_Position = push.clip_from_world * vec4(placed_point(p, position), 1.0);
}
