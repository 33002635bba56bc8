// Tone curves: exposed linear light to what a display shows, linear. The rule is
// scene.Tonemap.Apply, whose names, order and sources stand there.
#ifndef TONEMAP_GLSL
#define TONEMAP_GLSL

const uint TONEMAP_AGX = 0u;
const uint TONEMAP_ACES = 1u;
const uint TONEMAP_KHRONOS_NEUTRAL = 2u;
const uint TONEMAP_REINHARD = 3u;
const uint TONEMAP_NONE = 4u;

const mat3 rec2020_from_rec709 = mat3(0.6274, 0.0691, 0.0164, 0.3293, 0.9195, 0.0880, 0.0433, 0.0113, 0.8956);
const mat3 rec709_from_rec2020 = mat3(1.6605, -0.1246, -0.0182, -0.5876, 1.1329, -0.1006, -0.0728, -0.0083, 1.1187);

const mat3 agx_inset = mat3(
    0.856627153315983, 0.137318972929847, 0.11189821299995,
    0.0951212405381588, 0.761241990602591, 0.0767994186031903,
    0.0482516061458583, 0.101439036467562, 0.811302368396859);
const mat3 agx_outset = mat3(
    1.1271005818144368, -0.1413297634984383, -0.14132976349843826,
    -0.11060664309660323, 1.157823702216272, -0.11060664309660294,
    -0.016493938717834573, -0.016493938717834257, 1.2519364065950405);

const mat3 aces_input = mat3(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777);
const mat3 aces_final = mat3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602);

vec3 agx(vec3 c) {
    c = agx_inset * (rec2020_from_rec709 * c);
    const float low = -12.47393, high = 4.026069;
    vec3 x = clamp((log2(max(c, vec3(1e-10))) - low) / (high - low), 0.0, 1.0);
    vec3 x2 = x * x;
    vec3 x4 = x2 * x2;
    c = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
    return rec709_from_rec2020 * pow(max(agx_outset * c, vec3(0.0)), vec3(2.2));
}

vec3 aces(vec3 c) {
    vec3 v = aces_input * (c / 0.6);
    v = (v * (v + 0.0245786) - 0.000090537) / (v * (0.983729 * v + 0.4329510) + 0.238081);
    return aces_final * v;
}

vec3 khronos_neutral(vec3 c) {
    const float f90 = 0.04, start = 0.8 - 0.04, desaturation = 0.15;
    float x = min(c.r, min(c.g, c.b));
    c -= x < 2.0 * f90 ? x - x * x / (4.0 * f90) : f90;
    float peak = max(c.r, max(c.g, c.b));
    if (peak < start) return c;
    const float d = 1.0 - start;
    float new_peak = 1.0 - d * d / (peak + d - start);
    c *= new_peak / peak;
    float g = 1.0 - 1.0 / (desaturation * (peak - new_peak) + 1.0);
    return mix(c, vec3(new_peak), g);
}

float luminance(vec3 c) { return dot(c, vec3(0.2126, 0.7152, 0.0722)); }

vec3 reinhard(vec3 c) {
    const float white = 16.2917;
    float l = luminance(c);
    return c * ((1.0 + l * (1.0 / (white * white))) / (1.0 + l));
}

vec3 tonemap(uint curve, vec3 c) {
    c = max(c, vec3(0.0));
    switch (curve) {
    case TONEMAP_AGX: c = agx(c); break;
    case TONEMAP_ACES: c = aces(c); break;
    case TONEMAP_KHRONOS_NEUTRAL: c = khronos_neutral(c); break;
    case TONEMAP_REINHARD: c = reinhard(c); break;
    }
    return clamp(c, 0.0, 1.0);
}

#endif
