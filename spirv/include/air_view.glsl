// The table of a sky: scene.SkyView, names and order included.
#ifndef AIR_VIEW_GLSL
#define AIR_VIEW_GLSL

#include "air.glsl"

// Rows are halves: from the horizon up, then from the horizon down.
float view_elevation(int row, int rows, float horizon) {
    int half_rows = rows / 2;
    if (row < half_rows) {
        float t = float(row) / float(half_rows - 1);
        return horizon + t * t * (AIR_PI / 2.0 - horizon);
    }
    float t = float(row - half_rows) / float(half_rows - 1);
    return horizon - t * t * (AIR_PI / 2.0 + horizon);
}

// Radiance from a unit direction per unit of illuminance outside the air. Towards is the unit vector to the sun,
// g the anisotropy of haze; `at` picks one of several tables that stand on one another.
vec3 view_light(sampler2D table, int at, int tables, vec3 d, vec3 towards, float horizon, float g) {
    vec2 size = vec2(textureSize(table, 0)) / vec2(2.0, float(2 * tables)); // of a quarter
    float level = length(d.xz), above = atan(d.y, level) - horizon;
    float v = sqrt(above >= 0.0 ? above / (AIR_PI / 2.0 - horizon) : -above / (AIR_PI / 2.0 + horizon));
    float across = level * length(towards.xz), u = 0.0;
    if (across > 0.0) u = sqrt(clamp(0.5 - 0.5 * dot(d.xz, towards.xz) / across, 0.0, 1.0));
    vec2 uv = table_uv(vec2(u, v), size) * vec2(0.5, 0.5 / float(tables));
    uv.y += (float(at) + (above >= 0.0 ? 0.0 : 0.5)) / float(tables);
    vec3 sum = vec3(0.0);
    [[dont_unroll]] for (int i = 0; i < 2; i++) { // software drivers take long to compile a fetch
        sum += textureLod(table, uv, 0.0).rgb * (i == 0 ? 1.0 : haze_phase(g, dot(d, towards)));
        uv.x += 0.5;
    }
    return sum;
}

#endif
