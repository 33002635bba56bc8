// The stars near a direction: the rules are scene.StarMap's.
#ifndef STARS_GLSL
#define STARS_GLSL

layout(constant_id = 1) const int STAR_BANDS = 1;  // scene.StarBands
layout(constant_id = 2) const float STAR_MARGIN = 0.0; // scene.StarMargin

struct Star {
    vec4 direction; // equatorial, unit
    vec4 light;     // lux per channel
};

layout(set = 1, binding = 3, std430) readonly buffer Stars { Star stars[]; };
layout(set = 1, binding = 4, std430) readonly buffer StarCells { uint star_cells[]; };

// Luminance per channel in an equatorial direction of stars that are spread over a radius.
vec3 stars_towards(vec3 d, float radius) {
    const float pi = 3.14159265358979;
    float band = (asin(clamp(d.z, -1.0, 1.0)) / pi + 0.5) * float(STAR_BANDS);
    float turn = abs(d.x) + abs(d.y) > 0.0 ? atan(d.y, d.x) / (2.0 * pi) + 0.5 : 0.0;
    float reach = (radius + STAR_MARGIN) / pi * float(STAR_BANDS);
    float inverse = 1.0 / (radius * radius);
    vec3 sum = vec3(0.0);
    for (int b = max(int(band - reach), 0); b <= min(int(band + reach), STAR_BANDS - 1); b++) {
        uint first = star_cells[b];
        int count = int(star_cells[b + 1] - first);
        // How far the disc reaches along the band, where that is narrowest: sin da = sin r / cos d.
        float narrow = min(cos(pi * (float(b) / float(STAR_BANDS) - 0.5)), cos(pi * (float(b + 1) / float(STAR_BANDS) - 0.5)));
        float s = sin(radius + STAR_MARGIN);
        float width = s < narrow ? asin(s / narrow) / (2.0 * pi) : 0.5;
        float column = turn * float(count), side = min(width * float(count), float(count - 1) * 0.5);
        int from = int(floor(column - side)), to = min(int(floor(column + side)), from + count - 1);
        for (int c = from; c <= to; c++) {
            uint at = uint(STAR_BANDS) + 1u + first + uint((c + count) % count);
            uint end = star_cells[at + 1u];
            for (uint i = star_cells[at]; i < end; i++) {
                vec3 away = stars[i].direction.xyz - d;
                float x = max(1.0 - dot(away, away) * inverse, 0.0);
                sum += stars[i].light.rgb * (x * x);
            }
        }
    }
    return sum * (3.0 / pi * inverse);
}

#endif
