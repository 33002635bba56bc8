// Light in the air: scene.Air's integrals, with tables made on the device.
#ifndef ATMOSPHERE_GLSL
#define ATMOSPHERE_GLSL

#include "air.glsl"

const int AIR_SUNS = 64; // scene.AirSuns

// Mirrors passes.airBlock.
layout(set = 1, binding = 0, std140) uniform Air {
    vec4 air;             // what molecules scatter at the ground, 1/m; w: anisotropy of haze
    vec4 haze_scattering; // at the ground, 1/m
    vec4 haze_extinction;
    vec4 ozone;           // what it takes at the layer's middle, 1/m
    vec4 albedo;          // of the ground
    vec4 thinning;        // of molecules: scene.AirThinning
    vec4 scales;          // height over which haze thins to 1/e; middle and half width of the ozone layer
    vec4 ground[AIR_SUNS]; // light of the sky on level ground, by the sun's height
} air;

#ifdef AIR_TABLES
layout(set = 1, binding = 1) uniform sampler2D transmittance;
#endif
#ifdef AIR_MULTIPLE
layout(set = 1, binding = 2) uniform sampler2D multiple_scattering;
#endif

// Shares of the layers' coefficients at a height: air, haze, ozone.
vec3 densities(float height) {
    float x = height / AIR_TOP;
    return vec3(exp(x * (air.thinning.x + x * (air.thinning.y + x * (air.thinning.z + x * air.thinning.w)))), exp(-height / air.scales.x),
                max(0.0, 1.0 - abs(height - air.scales.y) / air.scales.z));
}

struct AirWay {
    float skipped; // metres of empty space before the air begins
    float height;  // where it begins
    float mu;      // cosine to the zenith there
    float end;     // metres of air
    float low;     // of them to where the way comes closest to the planet
    float from, to;
    bool ground;   // ends at the ground
};

// The way to the end of the air, as if the ground were not there.
AirWay way_to_space(float height, float mu) {
    AirWay w;
    w.skipped = 0.0;
    w.height = height;
    w.mu = mu;
    w.ground = false;
    w.end = way_to_top(height, mu);
    w.low = min(max(-(GROUND_RADIUS + height) * mu, 0.0), w.end);
    w.from = -sqrt(w.low);
    w.to = sqrt(max(w.end - w.low, 0.0));
    return w;
}

AirWay way_through_air(float height, float mu) {
    AirWay w;
    w.skipped = 0.0;
    w.ground = false;
    height = max(height, LEAST_HEIGHT);
    if (height > AIR_TOP) {
        float r = GROUND_RADIUS + height;
        float above = (height - AIR_TOP) * (2.0 * GROUND_RADIUS + height + AIR_TOP);
        float q = r * r * mu * mu - above;
        if (mu >= 0.0 || q < 0.0) {
            w.height = AIR_TOP;
            w.mu = 1.0;
            w.end = w.low = w.from = w.to = 0.0;
            return w;
        }
        w.skipped = above / (-r * mu + sqrt(q));
        mu = (r * mu + w.skipped) / (GROUND_RADIUS + AIR_TOP);
        height = AIR_TOP;
    }
    float r = GROUND_RADIUS + height;
    float below = height * (2.0 * GROUND_RADIUS + height);
    float q = r * r * mu * mu - below, skipped = w.skipped;
    if (mu < 0.0 && q >= 0.0) {
        w.height = height;
        w.mu = mu;
        w.ground = true;
        w.end = w.low = below / (-r * mu + sqrt(q));
        w.from = -sqrt(w.end);
        w.to = 0.0;
        return w;
    }
    w = way_to_space(height, mu);
    w.skipped = skipped;
    return w;
}

// Height above the ground at a distance along the way.
float way_at(AirWay w, float t) {
    float q = t * t + 2.0 * t * (GROUND_RADIUS + w.height) * w.mu + w.height * (2.0 * GROUND_RADIUS + w.height);
    return max(q / (sqrt(q + GROUND_RADIUS * GROUND_RADIUS) + GROUND_RADIUS), 0.0);
}

// Where a share of the way ends.
float way_cut(AirWay w, float share) {
    float s = w.from + (w.to - w.from) * share;
    return w.low + s * abs(s);
}

// A part of a way.
struct AirStep {
    float height; // of its middle
    vec3 molecules, haze; // scattering there, 1/m
    vec3 pass;    // share of light that gets through the part
    vec3 metres;  // of it that count: its length, dimmed by what lies within
};

AirStep air_step(float height, float metres) {
    AirStep s;
    s.height = height;
    vec3 share = densities(height);
    s.molecules = air.air.rgb * share.x;
    s.haze = air.haze_scattering.rgb * share.y;
    vec3 taken = s.molecules + air.haze_extinction.rgb * share.y + air.ozone.rgb * share.z;
    vec3 depth = taken * metres;
    s.pass = exp(-depth);
    s.metres = mix(hidden(depth) / max(taken, vec3(1e-30)), vec3(metres), lessThan(depth, vec3(1e-7)));
    return s;
}

const float MULTIPLE_LEAST = -0.26; // scene.multipleLeast
const float MULTIPLE_NIGHT = 0.4;   // scene.multipleNight

float multiple_sun(float x) {
    if (x < MULTIPLE_NIGHT) return MULTIPLE_LEAST * (1.0 - x / MULTIPLE_NIGHT);
    float q = (x - MULTIPLE_NIGHT) / (1.0 - MULTIPLE_NIGHT);
    return q * q;
}

vec2 multiple_place(float height, float mu) {
    float x = mu > 0.0 ? MULTIPLE_NIGHT + (1.0 - MULTIPLE_NIGHT) * sqrt(min(mu, 1.0))
                       : MULTIPLE_NIGHT * (1.0 - max(mu, MULTIPLE_LEAST) / MULTIPLE_LEAST);
    return vec2(x, sqrt(clamp(height / AIR_TOP, 0.0, 1.0)));
}

// How far the sun's disc has come up at a height: 0 where it touches the horizon from below, 1 from above.
float sun_risen(float height, float mu) {
    return (mu - horizon_cosine(height)) * (GROUND_RADIUS + height) / (GROUND_RADIUS * SUN_DIAMETER) + 0.5;
}

float sun_sum(float x) {
    float y = clamp(x, 0.0, 1.0);
    return y * y * y * (1.0 - 0.5 * y) + max(x - 1.0, 0.0);
}

// Share of the disc that is up, on the mean over a way.
float sun_up(float a, float b) {
    if (abs(b - a) < 1e-3) {
        float x = clamp(0.5 * (a + b), 0.0, 1.0);
        return x * x * (3.0 - 2.0 * x);
    }
    if (min(a, b) >= 1.0) return 1.0;
    return (sun_sum(b) - sun_sum(a)) / (b - a);
}

#ifdef AIR_TABLES
// Share of the sun's light that arrives at a height, by the cosine between sun and zenith.
vec3 sun_direct(float height, float mu) {
    float x = sun_risen(height, mu);
    return air_through(transmittance, height, mu) * sun_up(x, x);
}
#endif

#ifdef AIR_MULTIPLE
// Radiance from all sides after at least two scatterings.
vec3 multiple(float height, float mu) {
    return textureLod(multiple_scattering, table_uv(multiple_place(height, mu), vec2(textureSize(multiple_scattering, 0))), 0.0).rgb;
}

// Illuminance of the sky on level ground.
vec3 sky_on_ground(float mu) {
    float x = clamp(multiple_place(0.0, mu).x, 0.0, 1.0) * float(AIR_SUNS - 1);
    int i = min(int(x), AIR_SUNS - 2);
    return mix(air.ground[i].rgb, air.ground[i + 1].rgb, x - float(i));
}
#endif

#endif
