#version 460
#extension GL_GOOGLE_include_directive : require
// Casters into one cascade: positions alone.
#include "object.glsl"

layout(push_constant) uniform Push {
    mat4 clip_from_world;
    uint first;     // slot of the first command
    uvec4 rotation; // for shadow_mask.frag
} push;

layout(location = 0) in vec3 position;

void main() {
    Placed p = placed(objects[visible[gl_InstanceIndex].x], slots[push.first + gl_DrawID]);
    gl_Position = push.clip_from_world * vec4(placed_point(p, position), 1.0);
}
