#version 460
#extension GL_GOOGLE_include_directive : require
// The alpha test of masked casters; the same test as in geometry.frag.
#include "surface.glsl"

layout(location = 0) in vec4 vertex_uv;
layout(location = 1) in float vertex_alpha;
layout(location = 2) flat in uint vertex_instance;

void main() {
    vec4 dx = dFdx(vertex_uv), dy = dFdy(vertex_uv);
    Instance instance = instances[vertex_instance];
    Material m = materials[instance.material];
    if (surface_alpha(m, instance, vertex_uv, dx, dy, vertex_alpha) < m.alpha_cutoff) discard;
}
