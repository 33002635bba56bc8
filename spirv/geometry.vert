#version 460
#extension GL_GOOGLE_include_directive : require
// Lit geometry: object to clip space, and what the material needs on the way.
#define VERTEX
#include "frame.glsl"
#include "instance.glsl"
#include "material.glsl"
#include "varyings.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;  // snorm16
layout(location = 2) in vec4 tangent; // snorm16
layout(location = 3) in vec4 uv;
layout(location = 4) in vec4 color;   // unorm16

void main() {
    Instance i = instances[gl_InstanceIndex];
    vec3 world = instance_point(i, position);
    gl_Position = frame.clip_from_world * vec4(world, 1.0);
    vertex_clip = frame.still_from_world * vec4(world, 1.0);
    vertex_previous = frame.previous_from_world * vec4(world, 1.0);
    vertex_world = world;
    vertex_normal = normalize(instance_normal(i, normal.xyz));
    vec3 t = instance_vector(i, tangent.xyz);
    float along = dot(t, t);
    vertex_tangent = vec4(along > 0.0 ? t * inversesqrt(along) : vec3(0.0),
                          (i.flags & INSTANCE_MIRRORED) != 0u ? -tangent.w : tangent.w);
    vertex_uv = vertex_texture_uv(i.material, uv);
    vertex_color = color;
    vertex_instance = uint(gl_InstanceIndex);
}
