#version 450
// Reads an array of textures, a depth comparison, and writes a storage image.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform texture2D layers[2];
layout(set = 0, binding = 1) uniform sampler linear;
layout(set = 0, binding = 2) uniform sampler2DShadow depth;
layout(set = 0, binding = 3, rgba8) uniform writeonly image2D result;
void main() {
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	vec2 uv = (vec2(p) + 0.5) / 8.0;
	vec4 a = textureLod(sampler2D(layers[0], linear), uv, 0), b = textureLod(sampler2D(layers[1], linear), uv, 0);
	imageStore(result, p, vec4(a.r, b.g, textureLod(depth, vec3(uv, 0.5), 0), 1));
}
