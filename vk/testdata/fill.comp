#version 450
// Writes start + i to every element i.
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint SCALE = 1;
layout(set = 0, binding = 0) writeonly buffer Out { uint values[]; };
layout(push_constant) uniform Push { uint count; uint start; };
void main() {
	uint i = gl_GlobalInvocationID.x;
	if (i < count) values[i] = start + i * SCALE;
}
