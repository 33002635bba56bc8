#version 450
layout(location = 0) in vec4 vcolor;
layout(location = 0) out vec4 color;
layout(location = 1) out uint id;
void main() {
	color = vcolor;
	id = 7;
}
