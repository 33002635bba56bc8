#version 460
#extension GL_GOOGLE_include_directive : require
// One level of the reflected sky: the cube blurred by a GGX lobe about each direction, with the
// viewer assumed on the normal and Smith's masking in the weights. Filtered importance sampling: Krivanek and Colbert, "Real-time
// Shading with Filtered Importance Sampling", EGSR 2008, eq. 12 to 14.
#include "cube.glsl"

const float PI = 3.14159265358979;

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push {
    float alpha;    // roughness squared
    uint samples;   // 1: a copy
} push;

layout(set = 1, binding = 0) uniform samplerCube cube;
layout(set = 1, binding = 1, rgba16f) writeonly uniform image2DArray result;

float radical_inverse(uint bits) {
    return float(bitfieldReverse(bits)) * 2.3283064365386963e-10;
}

void main() {
    ivec3 p = ivec3(gl_GlobalInvocationID);
    ivec2 size = imageSize(result).xy;
    if (any(greaterThanEqual(p.xy, size))) return;
    vec3 n = cube_direction(p.z, (vec2(p.xy) + 0.5) / vec2(size));
    if (push.samples == 1u) {
        imageStore(result, p, textureLod(cube, n, 0.0));
        return;
    }
    vec3 up = abs(n.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    vec3 t = normalize(cross(up, n)), b = cross(n, t);

    float side = float(textureSize(cube, 0).x);
    float texel = 4.0 * PI / (6.0 * side * side); // solid angle
    float a2 = push.alpha * push.alpha;
    vec4 sum = vec4(0.0);
    for (uint i = 0u; i < push.samples; i++) {
        vec2 u = vec2((float(i) + 0.5) / float(push.samples), radical_inverse(i));
        float cosine2 = (1.0 - u.x) / (1.0 + (a2 - 1.0) * u.x);
        float cosine = sqrt(cosine2), sine = sqrt(max(1.0 - cosine2, 0.0));
        float phi = 2.0 * PI * u.y;
        vec3 h = vec3(sine * cos(phi), sine * sin(phi), cosine);
        float n_dot_l = 2.0 * cosine2 - 1.0;
        if (n_dot_l <= 0.0) continue;
        vec3 l = 2.0 * cosine * h - vec3(0.0, 0.0, 1.0);
        float d = cosine2 * (a2 - 1.0) + 1.0;
        float density = a2 / (PI * d * d) * 0.25;
        float lod = max(0.5 * log2(1.0 / (float(push.samples) * density * texel)) + 0.5, 0.0);
        // V (n.l) for n.v = 1, but for a factor; D (n.h) is in the choice of samples.
        float weight = n_dot_l / (n_dot_l + sqrt(n_dot_l * n_dot_l * (1.0 - a2) + a2));
        sum += vec4(textureLod(cube, t * l.x + b * l.y + n * l.z, lod).rgb, 1.0) * weight;
    }
    imageStore(result, p, vec4(sum.rgb / max(sum.a, 1e-6), 1.0));
}
