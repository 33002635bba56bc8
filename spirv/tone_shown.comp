#version 460
#extension GL_GOOGLE_include_directive : require
// Turns light into display values, before they are rounded: what FXAA looks at.
#include "display.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 1, binding = 1, rgba32f) writeonly uniform image2D shown;

void main() {
    uvec2 p = gl_GlobalInvocationID.xy;
    if (p.x >= push.width || p.y >= push.height) return;
    imageStore(shown, ivec2(p), display(p));
}
