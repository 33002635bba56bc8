// Ways through the air of a planet, and how much light gets through: scene.Atmosphere and scene.Air,
// names and order included. Lengths in metres, heights above the ground.
#ifndef AIR_GLSL
#define AIR_GLSL

const float AIR_PI = 3.14159265358979;
const float GROUND_RADIUS = 6360e3; // scene.groundRadius
const float AIR_TOP = 100e3;        // scene.airTop
const float LEAST_HEIGHT = 1.0;     // scene.leastHeight
const float SUN_DIAMETER = 0.00930; // scene.SunDiameter, radians

float air_phase(float cosine) {
    return 3.0 / (16.0 * AIR_PI) * (1.0 + cosine * cosine);
}

float haze_phase(float g, float cosine) {
    float d = 1.0 + g * g - 2.0 * g * cosine;
    return 3.0 / (8.0 * AIR_PI) * (1.0 - g * g) * (1.0 + cosine * cosine) / ((2.0 + g * g) * d * sqrt(d));
}

// Share of light that an optical depth takes: 1 - exp(-depth), with digits left where that is small.
vec3 hidden(vec3 depth) {
    return mix(1.0 - exp(-depth), depth * (1.0 - 0.5 * depth), lessThan(depth, vec3(1e-3)));
}

// Cosine to the zenith of the horizon seen from a height.
float horizon_cosine(float height) {
    return -sqrt(height * (2.0 * GROUND_RADIUS + height)) / (GROUND_RADIUS + height);
}

float way_to_top(float height, float mu) {
    float r = GROUND_RADIUS + height;
    float above = max(AIR_TOP - height, 0.0) * (2.0 * GROUND_RADIUS + height + AIR_TOP);
    float root = sqrt(r * r * mu * mu + above);
    return mu > 0.0 ? above / (root + r * mu) : root - r * mu;
}

// Where a table with entries at 0 and 1 is sampled for a place 0..1.
vec2 table_uv(vec2 place, vec2 size) {
    return (clamp(place, 0.0, 1.0) * (size - 1.0) + 0.5) / size;
}

// Share of light that gets from space to a height, by the cosine to the zenith, as if the planet hid
// nothing.
vec3 air_through(sampler2D transmittance, float height, float mu) {
    height = clamp(height, 0.0, AIR_TOP);
    float full = sqrt(AIR_TOP * (2.0 * GROUND_RADIUS + AIR_TOP));
    float rho = sqrt(height * (2.0 * GROUND_RADIUS + height));
    float least = AIR_TOP - height;
    float x = (way_to_top(height, max(mu, -rho / (GROUND_RADIUS + height))) - least) / (rho + full - least);
    return textureLod(transmittance, table_uv(vec2(x, rho / full), vec2(textureSize(transmittance, 0))), 0.0).rgb;
}

// The same for a viewer who may be in space, 0 where the planet is in the way.
vec3 air_before(sampler2D transmittance, float height, float mu) {
    height = max(height, LEAST_HEIGHT);
    if (mu < horizon_cosine(height)) return vec3(0.0);
    if (height > AIR_TOP) {
        float r = GROUND_RADIUS + height;
        float above = (height - AIR_TOP) * (2.0 * GROUND_RADIUS + height + AIR_TOP), q = r * r * mu * mu - above;
        if (mu >= 0.0 || q < 0.0) return vec3(1.0);
        mu = (r * mu + above / (-r * mu + sqrt(q))) / (GROUND_RADIUS + AIR_TOP);
    }
    return air_through(transmittance, height, mu);
}

#endif
