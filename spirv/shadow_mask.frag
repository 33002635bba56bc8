#version 460
#extension GL_GOOGLE_include_directive : require
// The holes of casters: the same tests as in geometry.frag, with the map's texels as pixels.
#include "dither.glsl"
#include "surface.glsl"

layout(constant_id = 1) const bool MASKED = true;

layout(push_constant) uniform Push {
    mat4 clip_from_world;
    uint first;
    uvec4 rotation; // of the dither
} push;

layout(location = 0) in vec4 vertex_uv;
layout(location = 1) in float vertex_alpha;
layout(location = 2) flat in uvec3 vertex_draw;

void main() {
    vec4 dx = dFdx(vertex_uv), dy = dFdy(vertex_uv);
    bool gone = false;
    if (MASKED) {
        Material m = materials[vertex_draw.x];
        gone = surface_alpha(m, vertex_uv, dx, dy, vertex_alpha) < m.alpha_cutoff;
    }
    if (FADED) gone = gone || !dither_keeps(vertex_draw.z, uvec2(gl_FragCoord.xy), vertex_draw.y, push.rotation);
    if (gone) discard;
}
