// Shadows in the light of lamps, filtered by a 3x3 tent in four bilinear fetches (Castano, "Shadow Mapping Summary",
// The Witness, 2013). The rule is scene.LampFace.
#ifndef LAMP_SHADOW_GLSL
#define LAMP_SHADOW_GLSL

#include "lamp_face.glsl"
#include "light.glsl"

layout(constant_id = 21) const bool LAMP_SHADOWS = false;

layout(set = 0, binding = 22) uniform sampler2DArrayShadow lamp_map;

#include "lamp_soft.glsl"

// Share of a lamp's light that reaches a point with a normal, 0..1. What nothing hangs on is not looked up: a loop
// of no fetches. `pixel` turns the samples of a soft shadow.
float lamp_visibility(Light light, vec3 world, vec3 facet, uvec2 pixel, bool wanted) {
    if (!LAMP_SHADOWS) return 1.0;
    bool casts = wanted && light.shadow >= 0;
    int index = max(light.shadow, 0) >> 1;
    vec3 q = world - lamp_position(lamp_faces[casts ? index : 0]);
    if ((light.shadow & 1) != 0) index += lamp_cube_face(q);
    LampFace f = lamp_faces[casts ? index : 0];
    float radius = LAMP_SOFT && casts ? f.share_up.w : 0.0;

    float side = abs(dot(f.right.xyz, facet)) + abs(dot(f.up.xyz, facet));
    float e = f.bias.x, slant = side * f.bias.y;
    float offset = e * dot(f.forward.xyz, q);
    vec3 v = lamp_view(f, q + facet * (offset * slant / (1.0 - e * slant * dot(f.forward.xyz, facet))));
    float depth = f.bias.w / max(v.z - lamp_depth_bias(f, world, offset), 1e-6);
    vec2 p = ((f.place.xy + v.xy / v.z * f.place.z) * vec2(0.5, -0.5) + 0.5) * f.place.w;

    vec2 base = floor(p + 0.5), s = p + 0.5 - base;
    base -= 0.5;
    vec2 w0 = 3.0 - 2.0 * s, w1 = 1.0 + 2.0 * s;
    vec2 o0 = (2.0 - s) / w0 - 1.0, o1 = s / w1 + 1.0;
    int fetches = casts && radius == 0.0 ? 4 : 0;
    float sum = 0.0;
    [[dont_unroll]] for (int k = 0; k < fetches; k++) {
        bool right = (k & 1) != 0, lower = (k & 2) != 0;
        vec2 w = vec2(right ? w1.x : w0.x, lower ? w1.y : w0.y);
        vec2 o = vec2(right ? o1.x : o0.x, lower ? o1.y : o0.y);
        sum += w.x * w.y * texture(lamp_map, vec4((base + o) / f.place.w, 0.0, depth));
    }
    if (LAMP_SOFT) {
        float soft = lamp_soft(light, f, radius, world, facet, pixel, radius > 0.0 ? lamp_soft_samples(f) : 0);
        if (radius > 0.0) return soft;
    }
    return casts ? sum / 16.0 : 1.0;
}

#endif
