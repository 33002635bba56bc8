#version 460
#extension GL_GOOGLE_include_directive : require
// Casters into the maps of lamps: positions alone.
#include "lamp_caster.glsl"

layout(location = 0) in vec3 position;

void main() {
    uvec2 v = visible[gl_InstanceIndex];
    lamp_project(v.x, placed_point(placed(objects[caster_object(v.x)], slots[push.first + gl_DrawID]), position));
}
