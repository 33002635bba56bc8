#version 450
// Long enough that compiling it can be measured: TestWhenPipelinesCompile.
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint SEED = 1;
layout(set = 0, binding = 0) buffer Values { float values[]; };
layout(push_constant) uniform Push { uint count; };
float noise(vec3 p) {
	vec3 i = floor(p), f = fract(p);
	f = f * f * (3.0 - 2.0 * f);
	vec4 h = fract(sin(vec4(dot(i, vec3(12.9, 78.2, 37.7))) + vec4(0, 12.9, 78.2, 91.1) + float(SEED)) * 43758.5);
	return mix(mix(h.x, h.y, f.x), mix(h.z, h.w, f.y), f.z);
}
void main() {
	uint i = gl_GlobalInvocationID.x;
	if (i >= count) return;
	vec3 p = vec3(values[i], float(i), float(SEED));
	float s = 0.0;
	s += noise(p); p = p.yzx * 2.03 + s;
	s += noise(p) / 2; p = p.yzx * 2.01 + s;
	s += noise(p) / 4; p = p.yzx * 1.99 + s;
	s += noise(p) / 8; p = p.yzx * 2.02 + s;
	s += noise(p) / 16; p = p.yzx * 1.98 + s;
	s += noise(p) / 32; p = p.yzx * 2.04 + s;
	s += noise(p) / 64;
	s += pow(abs(s), 1.7) + atan(s, p.x) + exp(-p.y * p.y) + log(1.0 + abs(p.z)) + tan(s) + acos(fract(s));
	values[i] = s;
}
