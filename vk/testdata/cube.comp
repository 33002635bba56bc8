#version 450
// Looks up a cube map along the six axes.
layout(local_size_x = 6) in;
layout(set = 0, binding = 0) uniform samplerCube cube;
layout(set = 1, binding = 0) writeonly buffer Out { vec4 values[]; };
const vec3 axis[6] = vec3[](vec3(1, 0, 0), vec3(-1, 0, 0), vec3(0, 1, 0), vec3(0, -1, 0), vec3(0, 0, 1), vec3(0, 0, -1));
void main() { values[gl_LocalInvocationIndex] = textureLod(cube, axis[gl_LocalInvocationIndex], 0); }
