#version 460
#extension GL_GOOGLE_include_directive : require
// Casters with holes into one cascade: alpha-masked or drawn in part.
#include "object.glsl"
#include "material.glsl"

layout(push_constant) uniform Push {
    mat4 clip_from_world;
    uint first;     // slot of the first command
    uvec4 rotation; // of the dither; the fragment stage's
} push;

layout(location = 0) in vec3 position;
layout(location = 3) in vec4 uv;
layout(location = 4) in vec4 color;

layout(location = 0) out vec4 vertex_uv;
layout(location = 1) out float vertex_alpha;
layout(location = 2) flat out uvec3 vertex_draw; // material, object, dither mask

void main() {
    uvec2 v = visible[gl_InstanceIndex];
    Object o = objects[v.x];
    Slot s = slots[push.first + gl_DrawID];
    gl_Position = push.clip_from_world * vec4(placed_point(placed(o, s), position), 1.0);
    vertex_uv = vertex_texture_uv(s.material, uv);
    vertex_alpha = color.a * object_color(o).a * s.color.a;
    vertex_draw = uvec3(s.material, v);
}
