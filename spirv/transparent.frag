#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// Blended surfaces, back to front over the lit picture. Writes premultiplied colour.
// glTF calls alpha coverage, so it thins reflection and emission too (glTF 2.0, section 3.9.4).
#include "frame.glsl"
#include "octahedral.glsl"
#include "dither.glsl"
#include "slot.glsl"
#include "surface.glsl"
#include "shading.glsl"
#include "between.glsl"
#include "varyings.glsl"

layout(location = 0) out vec4 out_color;

void main() {
    Vertex v = Vertex(vertex_normal, vertex_tangent, vertex_uv, dFdx(vertex_uv), dFdy(vertex_uv), vertex_color,
                      gl_FrontFacing != ((vertex_draw.y & SLOT_MIRRORED) != 0u));
    Material m = materials[vertex_draw.x];
    Surface s = surface_at(m, v);
    // Only now: textures want the derivatives of all four pixels.
    if (FADED && !dither_keeps(vertex_draw.w, uvec2(gl_FragCoord.xy), vertex_draw.z, frame.dither)) discard;
    vec3 sum = s.emissive * frame.camera_back.w;
    if (s.unlit) {
        sum = s.base;
    } else {
        float distance = view_depth(vertex_world);
        float sun = SUN ? sun_visibility(vertex_world, s.facet, distance, uvec2(gl_FragCoord.xy)) : 0.0;
        Brdf b = brdf_at(s.normal, view_towards(vertex_world), s.diffuse, s.f0, s.f90, s.roughness);
        sum += shade(b, uvec2(gl_FragCoord.xy), vertex_world, s.facet, distance, s.occlusion, sun);
    }
    if (FOG || AERIAL) {
        Veil v = veil_at(vertex_world, uvec2(gl_FragCoord.xy));
        sum = sum * v.through + v.light;
    }
    // Half floats below 1 are 2^-11 apart. Drivers that cut what they store would make such a step of the last bit that an
    // interpolated 1 lacks, and let the sky shine through things that are opaque.
    float a = s.alpha > 1.0 - 1.0 / 4096.0 ? 1.0 : max(s.alpha, 0.0);
    out_color = vec4(clamp(sum, vec3(-4096.0), vec3(4096.0)) * a, a);
}
