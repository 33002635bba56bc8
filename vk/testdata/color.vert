#version 450
layout(location = 0) in vec3 position; // clip space, y up, depth reversed
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 vcolor;
void main() {
	gl_Position = vec4(position, 1);
	vcolor = color;
}
