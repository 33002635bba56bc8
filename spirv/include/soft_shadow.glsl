// The shadow of a sun that has a size: percentage-closer soft shadows (Fernando, "Percentage-Closer Soft
// Shadows", SIGGRAPH 2005 sketches). What stands between a point and the sun's disc is looked for in the map,
// its mean distance says how wide the half shadow is (scene.Sun.Penumbra), and that wide is the filter.
// Both go by the same disc of samples.
#ifndef SOFT_SHADOW_GLSL
#define SOFT_SHADOW_GLSL

#include "soft_disc.glsl"

layout(constant_id = 10) const bool SOFT_SUN = false;

layout(set = 0, binding = 10) uniform sampler2DArray shadow_depths;

const float SOFT_REACH = 32.0;  // texels; scene.SoftReach
const float SOFT_LEAST = 1.25;  // texels: what hides the map's steps where the shadow is sharp

float soft_cascade(int c, vec3 world, vec3 facet, uvec2 pixel) {
    mat4 m = frame.cascade_from_world[c];
    float size = frame.options.y, texel = frame.cascade_texel[c], metres = frame.cascade_depth[c];
    float cosine = dot(facet, frame.sun_towards.xyz), sine = sqrt(max(1.0 - cosine * cosine, 0.0));
    vec3 p = world + facet * (frame.cascade_offset[c] * sine);
    vec3 clip = (m * vec4(p, 1.0)).xyz;
    vec2 uv = clip.xy * vec2(0.5, -0.5) + 0.5;
    float depth = clip.z + frame.cascade_bias[c];

    // Depth of the point's own plane, by texture coordinate: a wide filter does not shade it. At grazing light, when
    // there is little to shade, it is cut.
    float half_size = 0.5 * size * texel;
    vec2 n = vec2(dot(facet, vec3(m[0].x, m[1].x, m[2].x)), dot(facet, vec3(m[0].y, m[1].y, m[2].y))) * half_size;
    vec2 slope = vec2(-n.x, n.y) / max(cosine, 0.05) * (size * texel / metres);

    float turn = soft_turn(pixel), spread = frame.options.z;
    float reach = clamp(spread * (1.0 - clip.z) * metres / texel, SOFT_LEAST, SOFT_REACH) / size;
    float between = 0.0, found = 0.0;
    [[dont_unroll]] for (int i = 0; i < SOFT_SAMPLES; i++) {
        vec2 o = soft_sample(i, turn) * reach;
        float over = textureLod(shadow_depths, vec3(uv + o, float(c)), 0.0).r - depth - dot(slope, o);
        if (over > 0.0) {
            between += over;
            found += 1.0;
        }
    }
    if (found == 0.0) return 1.0;
    float radius = clamp(spread * between / found * metres / texel, SOFT_LEAST, SOFT_REACH) / size;
    float lit = 0.0;
    [[dont_unroll]] for (int i = 0; i < SOFT_SAMPLES; i++) {
        vec2 o = soft_sample(i, turn) * radius;
        lit += texture(shadow_map, vec4(uv + o, float(c), depth + dot(slope, o)));
    }
    return lit / float(SOFT_SAMPLES);
}

#endif
