#version 460
#extension GL_GOOGLE_include_directive : require
// Casters into one cascade: positions alone.
#include "instance.glsl"

layout(push_constant) uniform Push { mat4 clip_from_world; } push;

layout(location = 0) in vec3 position;

void main() {
    gl_Position = push.clip_from_world * vec4(instance_point(instances[gl_InstanceIndex], position), 1.0);
}
