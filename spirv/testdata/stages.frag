#version 460

layout(location = 0) in vec3 world_normal;
layout(location = 1) flat in uint material;
layout(location = 2) in Surface { vec4 tangent; vec2 uv; } surface;

layout(location = 0) out vec4 color;
layout(location = 1) out vec2 motion;
layout(location = 2) out uint id;

void main() {
    color = vec4(world_normal, 1.0) + surface.tangent;
    motion = surface.uv * gl_FragCoord.xy;
    id = material;
}
