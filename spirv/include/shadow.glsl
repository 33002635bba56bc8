// The sun's shadow: four stable cascades, filtered by a 5x5 tent in nine bilinear fetches
// (Castano, "Shadow Mapping Summary", The Witness, 2013).
#ifndef SHADOW_GLSL
#define SHADOW_GLSL

#include "frame.glsl"
#include "shadow_map.glsl"

// Loops stay loops, with one fetch in them: software drivers take longer to compile a fetch than to
// draw a small picture with it.
float shadow_filter(vec2 uv, float layer, float depth) {
    float size = frame.options.y;
    vec2 p = uv * size;
    vec2 base = floor(p + 0.5);
    vec2 f = p + 0.5 - base;
    base = (base - 0.5) / size;
    vec2 w0 = 4.0 - 3.0 * f, w1 = vec2(7.0), w2 = 1.0 + 3.0 * f;
    vec2 o0 = (3.0 - 2.0 * f) / w0 - 2.0, o1 = (3.0 + f) / w1, o2 = f / w2 + 2.0;
    float sum = 0.0;
    [[dont_unroll]] for (int k = 0; k < 9; k++) {
        int i = k % 3, j = k / 3;
        vec2 w = vec2(i == 0 ? w0.x : i == 1 ? w1.x : w2.x, j == 0 ? w0.y : j == 1 ? w1.y : w2.y);
        vec2 o = vec2(i == 0 ? o0.x : i == 1 ? o1.x : o2.x, j == 0 ? o0.y : j == 1 ? o1.y : o2.y);
        sum += w.x * w.y * texture(shadow_map, vec4(base + o / size, layer, depth));
    }
    return sum / 144.0;
}

float shadow_cascade(int c, vec3 world, vec3 facet) {
    float cosine = dot(facet, frame.sun_towards.xyz);
    vec3 p = world + facet * (frame.cascade_offset[c] * sqrt(max(1.0 - cosine * cosine, 0.0)));
    vec3 clip = (frame.cascade_from_world[c] * vec4(p, 1.0)).xyz;
    vec2 uv = clip.xy * vec2(0.5, -0.5) + 0.5;
    return shadow_filter(uv, float(c), clip.z + frame.cascade_bias[c]);
}

#include "soft_shadow.glsl"

// Share of the sun that reaches a point, 0..1. `depth` is the distance along the view, metres. A
// point takes the first cascade that reaches it; where the next one has begun too, it takes a
// mixture. `pixel` turns the samples of a soft shadow.
float sun_visibility(vec3 world, vec3 facet, float depth, uvec2 pixel) {
    int count = int(frame.sun_towards.w);
    if (count == 0) return 1.0;
    if (dot(facet, frame.sun_towards.xyz) <= 0.0) return 0.0;
    int first = 0;
    while (first < count && depth > frame.cascade_far[first]) first++;
    if (first == count) return 1.0;
    float next = 0.0;
    if (first + 1 < count) {
        float begin = frame.cascade_near[first + 1];
        next = clamp((depth - begin) / (frame.cascade_far[first] - begin), 0.0, 1.0);
    }
    float lit = 0.0;
    [[dont_unroll]] for (int k = 0; k < 2; k++) {
        float share = k == 0 ? 1.0 - next : next;
        if (share > 0.0) lit += share * (SOFT_SUN ? soft_cascade(first + k, world, facet, pixel) : shadow_cascade(first + k, world, facet));
        if (next == 0.0) break; // at the end: where all points stop here, software devices do too
    }
    return lit;
}

#endif
