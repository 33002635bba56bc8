#version 450
// One step of a linear congruential generator per element, with its factors in a uniform buffer.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Values { uint values[]; };
layout(set = 0, binding = 1) uniform Factors { uint mul, add; };
layout(push_constant) uniform Push { uint count; };
void main() {
	uint i = gl_GlobalInvocationID.x;
	if (i < count) values[i] = values[i] * mul + add;
}
