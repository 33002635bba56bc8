// The band of the Milky Way: the rule is scene.MilkyWayTowards.
#ifndef MILKYWAY_GLSL
#define MILKYWAY_GLSL

// A hash as a number of 0..1: scene.latticeValue.
float lattice_value(uvec3 v) {
    v = v * 1664525u + 1013904223u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z;
    return float(v.x >> 8u) / 16777216.0;
}

float value_noise(vec3 p) {
    vec3 base = floor(p);
    vec3 f = p - base;
    f = f * f * (3.0 - 2.0 * f);
    ivec3 cell = ivec3(base);
    float sum = 0.0;
    [[dont_unroll]] for (int i = 0; i < 8; i++) {
        ivec3 d = ivec3(i & 1, i >> 1 & 1, i >> 2);
        vec3 w = mix(1.0 - f, f, vec3(d));
        sum += w.x * w.y * w.z * lattice_value(uvec3(cell + d));
    }
    return sum;
}

float milky_noise(vec3 p) {
    float sum = 0.0, share = 0.5;
    [[dont_unroll]] for (int i = 0; i < 4; i++) {
        sum += share * value_noise(p);
        p *= 2.03;
        share *= 0.5;
    }
    return sum / 0.9375;
}

// 1 at the brightest, for an equatorial direction, the galaxy's pole and its centre.
float milky_way(vec3 d, vec3 pole, vec3 galactic_centre) {
    float across = dot(d, pole), centre = 0.5 + 0.5 * dot(d, galactic_centre);
    float band = across / (0.11 + 0.09 * centre);
    if (band * band > 9.0) return 0.0;
    float cloud = (milky_noise(d * 6.0) - 0.5) * 3.0;
    float rift = (across + 0.12 * (milky_noise(d * 10.0) - 0.5)) / 0.05;
    float light = exp(-band * band) * (0.35 + 0.65 * centre * centre) * max(1.0 + cloud, 0.2);
    return light * (1.0 - 0.75 * centre * exp(-rift * rift));
}

#endif
