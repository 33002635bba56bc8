#version 460
#extension GL_GOOGLE_include_directive : require
// Casters with holes into the maps of lamps: alpha-masked or drawn in part.
#include "lamp_caster.glsl"
#include "material.glsl"

layout(location = 0) in vec3 position;
layout(location = 3) in vec4 uv;
layout(location = 4) in vec4 color;

layout(location = 0) out vec4 vertex_uv;
layout(location = 1) out float vertex_alpha;
layout(location = 2) flat out uvec3 vertex_draw; // material, object, dither mask

void main() {
    uvec2 v = visible[gl_InstanceIndex];
    uint object = caster_object(v.x);
    Object o = objects[object];
    Slot s = slots[push.first + gl_DrawID];
    lamp_project(v.x, placed_point(placed(o, s), position));
    vertex_uv = vertex_texture_uv(s.material, uv);
    vertex_alpha = color.a * object_color(o).a * s.color.a;
    vertex_draw = uvec3(s.material, object, v.y);
}
