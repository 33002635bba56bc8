#version 460

layout(location = 0) in vec3 position;
layout(location = 1) in uvec2 packed_normal;
layout(location = 2) in vec2 uv[2];
layout(location = 4) in mat4 world_from_model;

layout(location = 0) out vec3 world_normal;
layout(location = 1) flat out uint material;
layout(location = 2) out Surface { vec4 tangent; vec2 uv; } surface;

void main() {
    gl_Position = world_from_model * vec4(position, 1.0);
    world_normal = vec3(vec2(packed_normal), uv[0].x);
    material = gl_InstanceIndex;
    surface.tangent = gl_Position;
    surface.uv = uv[1];
}
