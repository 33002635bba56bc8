#version 460
// Draws a square into cell gl_InstanceIndex of a row of 8 cells; its green tells the draw's number.
layout(location = 0) out vec4 vcolor;
const vec2 corner[4] = vec2[](vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 1));
void main() {
	vec2 p = corner[gl_VertexIndex];
	gl_Position = vec4((gl_InstanceIndex + p.x) / 4.0 - 1.0, p.y * 2.0 - 1.0, 0.5, 1);
	vcolor = vec4(1, float(gl_DrawID + 1) / 255.0, gl_BaseInstance / 255.0, 1);
}
