// The sun's shadow: four stable cascades, filtered by a 5x5 tent in nine bilinear fetches
// (Castano, "Shadow Mapping Summary", The Witness, 2013).
#ifndef SHADOW_GLSL
#define SHADOW_GLSL

#include "frame.glsl"

layout(set = 0, binding = 4) uniform sampler2DArrayShadow shadow_map;

float shadow_filter(vec2 uv, float layer, float depth) {
    float size = frame.options.z;
    vec2 p = uv * size;
    vec2 base = floor(p + 0.5);
    vec2 f = p + 0.5 - base;
    base = (base - 0.5) / size;
    vec2 w0 = 4.0 - 3.0 * f, w1 = vec2(7.0), w2 = 1.0 + 3.0 * f;
    vec2 o0 = (3.0 - 2.0 * f) / w0 - 2.0, o1 = (3.0 + f) / w1, o2 = f / w2 + 2.0;
    vec3 wx = vec3(w0.x, w1.x, w2.x), wy = vec3(w0.y, w1.y, w2.y);
    vec3 ox = vec3(o0.x, o1.x, o2.x) / size, oy = vec3(o0.y, o1.y, o2.y) / size;
    float sum = 0.0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            sum += wx[i] * wy[j] * texture(shadow_map, vec4(base + vec2(ox[i], oy[j]), layer, depth));
    return sum / 144.0;
}

float shadow_cascade(int c, vec3 world, vec3 facet) {
    float cosine = dot(facet, frame.sun_towards.xyz);
    vec3 p = world + facet * (frame.cascade_offset[c] * sqrt(max(1.0 - cosine * cosine, 0.0)));
    vec3 clip = (frame.cascade_from_world[c] * vec4(p, 1.0)).xyz;
    vec2 uv = clip.xy * vec2(0.5, -0.5) + 0.5;
    return shadow_filter(uv, float(c), clip.z + frame.cascade_bias[c]);
}

// Share of the sun that reaches a point, 0..1. `depth` is the distance along the view, metres.
float sun_visibility(vec3 world, vec3 facet, float depth) {
    int count = int(frame.sun_towards.w);
    if (count == 0) return 1.0;
    if (dot(facet, frame.sun_towards.xyz) <= 0.0) return 0.0;
    int c = 0;
    while (c < count - 1 && depth > frame.cascade_far[c]) c++;
    if (depth > frame.cascade_far[c]) return 1.0;
    float lit = shadow_cascade(c, world, facet);
    if (c < count - 1 && depth > frame.cascade_near[c + 1]) {
        float begin = frame.cascade_near[c + 1];
        lit = mix(lit, shadow_cascade(c + 1, world, facet), (depth - begin) / (frame.cascade_far[c] - begin));
    }
    return lit;
}

#endif
