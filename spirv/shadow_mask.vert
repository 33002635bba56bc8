#version 460
#extension GL_GOOGLE_include_directive : require
// Alpha-masked casters into one cascade.
#include "instance.glsl"
#include "material.glsl"

layout(push_constant) uniform Push { mat4 clip_from_world; } push;

layout(location = 0) in vec3 position;
layout(location = 3) in vec4 uv;
layout(location = 4) in vec4 color;

layout(location = 0) out vec4 vertex_uv;
layout(location = 1) out float vertex_alpha;
layout(location = 2) flat out uint vertex_instance;

void main() {
    Instance i = instances[gl_InstanceIndex];
    gl_Position = push.clip_from_world * vec4(instance_point(i, position), 1.0);
    vertex_uv = vertex_texture_uv(i.material, uv);
    vertex_alpha = color.a;
    vertex_instance = uint(gl_InstanceIndex);
}
