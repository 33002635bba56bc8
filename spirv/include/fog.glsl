// Sunlight in fog: scene.Fog.Depth and Sunlit, names and order included.
#ifndef FOG_GLSL
#define FOG_GLSL

#include "noise.glsl"
#include "shadow_map.glsl"

const int FOG_STEPS = 16; // scene.FogSteps

// Optical depth of the fog between two heights in so many metres.
float fog_depth(float from, float to, float metres) {
    float low = min(from, to) - between.fog_layer.x, high = max(from, to) - between.fog_layer.x;
    float thins = between.fog_layer.y, span = high - low;
    float below = span > 1e-3 ? clamp(-low / span, 0.0, 1.0) : (low < 0.0 ? 1.0 : 0.0);
    float bottom = max(low, 0.0), x = (max(high, 0.0) - bottom) / thins;
    float above = exp(-bottom / thins) * (x > 1e-3 ? (1.0 - exp(-x)) / x : 1.0 - 0.5 * x);
    return between.fog.w * metres * (below + (1.0 - below) * above);
}

float fog_hidden(float depth) { return hidden(vec3(depth)).x; }

// Share of a way through even fog of an optical depth in which a share of its light is scattered.
float fog_part(float share, float depth) {
    if (depth < 1e-3 || share >= 1.0) return share;
    return min(-log(max(1.0 - share * fog_hidden(depth), 1e-30)) / depth, 1.0);
}

// Share of the sun that reaches a point in the air, by the cascade of its depth in the view.
float fog_visible(vec3 world) {
    float depth = dot(frame.camera.xyz - world, frame.camera_back.xyz);
    int count = int(frame.sun_towards.w), c = 0;
    while (c < count && depth > frame.cascade_far[c]) c++;
    if (c == count) return 1.0;
    vec3 clip = (frame.cascade_from_world[c] * vec4(world, 1.0)).xyz;
    return texture(shadow_map, vec4(clip.xy * vec2(0.5, -0.5) + 0.5, float(c), clip.z));
}

// Share of a way's sunlight that is left where things cast shadows. `pixel` and the picture's sample shift where it looks.
float fog_sunlit(vec3 from, vec3 dir, float metres, uvec2 pixel) {
    int count = int(frame.sun_towards.w);
    if (count == 0) return 1.0;
    float reach = frame.cascade_far[count - 1] / max(-dot(dir, frame.camera_back.xyz), 1e-3);
    float start = min(between.fog_layer.z, metres), y = from.y + dir.y * start;
    float whole = fog_hidden(fog_depth(y, y + dir.y * (metres - start), metres - start));
    if (whole <= 0.0) return 1.0;
    float span = min(metres, max(reach, start)) - start, thick = fog_depth(y, y + dir.y * span, span);
    float shift = fract(pixel_noise(pixel) + float(frame.dither.x) / 32768.0);
    float before = 0.0, lit = whole - fog_hidden(thick);
    [[dont_unroll]] for (int i = 0; i < FOG_STEPS; i++) {
        float end = span * fog_part(float(i + 1) / float(FOG_STEPS), thick);
        float to = fog_hidden(fog_depth(y, y + dir.y * end, end));
        lit += (to - before) * fog_visible(from + dir * (start + span * fog_part((float(i) + shift) / float(FOG_STEPS), thick)));
        before = to;
    }
    return clamp(lit / whole, 0.0, 1.0);
}

#endif
