#version 460
#extension GL_GOOGLE_include_directive : require
// Thin geometry: material attributes, motion and, by the raster, depth. Lighting happens later.
#include "frame.glsl"
#include "octahedral.glsl"
#include "dither.glsl"
#include "slot.glsl"
#include "surface.glsl"
#include "varyings.glsl"

layout(constant_id = 1) const bool MASKED = false;
layout(constant_id = 2) const bool RAW = false; // what surfaces are made of, in place of diffuse and f0

layout(constant_id = 9) const bool MOTION = false;
layout(constant_id = 12) const bool EMITS = true; // some surface does more than reflect

layout(location = 0) out uvec2 out_normal;    // shading normal, facet normal
layout(location = 1) out vec4 out_diffuse;    // a: occlusion
layout(location = 2) out vec4 out_specular;   // f0; a: roughness
layout(location = 3) out vec4 out_emissive;   // exposed; a: f90, or -1 for unlit
layout(location = 4) out vec2 out_motion;     // pixels since the previous frame, y down

// Which share of a fade the draw is: 0 whole, 1 leaving, 2 entering, or less of one level.
float dither_share() {
    if (vertex_draw.w == DITHER_ALL) return 0.0;
    return (vertex_draw.w & 0xffffu) > 0u ? 1.0 : 2.0;
}

void main() {
    Vertex v = Vertex(vertex_normal, vertex_tangent, vertex_uv, dFdx(vertex_uv), dFdy(vertex_uv), vertex_color,
                      gl_FrontFacing != ((vertex_draw.y & SLOT_MIRRORED) != 0u));
    Material m = materials[vertex_draw.x];
    Surface s = surface_at(m, v);
    // Only now: textures want the derivatives of all four pixels.
    if (MASKED && s.alpha < m.alpha_cutoff) discard;
    if (FADED && !dither_keeps(vertex_draw.w, uvec2(gl_FragCoord.xy), vertex_draw.z, frame.dither)) discard;

    out_normal = uvec2(oct_pack(s.normal), oct_pack(s.facet));
    out_diffuse = vec4(RAW ? s.base : s.diffuse, s.occlusion);
    out_specular = vec4(RAW ? vec3(s.metallic, float(vertex_draw.y >> SLOT_LEVEL), dither_share()) : s.f0, s.roughness);
    if (EMITS) {
        vec3 exposed = s.unlit ? s.base : s.emissive * frame.camera_back.w;
        out_emissive = vec4(min(exposed, vec3(4096.0)), s.unlit ? -1.0 : s.f90);
    }
    if (MOTION) {
        vec2 now = vertex_clip.xy / vertex_clip.w;
        vec2 then = vertex_previous.xy / vertex_previous.w;
        out_motion = (now - then) * vec2(0.5, -0.5) * frame.size.xy;
    }
}
