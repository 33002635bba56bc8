// Reflection: Lambert under GGX microfacets with Smith's correlated masking and energy
// compensation. Sources: Walter et al., "Microfacet Models for Refraction", 2007; Heitz,
// "Understanding the Masking-Shadowing Function", JCGT 2014; Turquin, "Practical multiple
// scattering compensation for microfacet models", 2019, eq. 16.
#ifndef BRDF_GLSL
#define BRDF_GLSL

#include "octahedral.glsl"

const float PI = 3.14159265358979;
const float MIN_ROUGHNESS = 0.045; // keeps the highlight's peak inside single precision

// Split-sum table of scene.DFG: x scales f0, y scales f90; u is n.v, v the perceptual roughness, 0 at
// the centre of the first texel and 1 at that of the last.
layout(set = 0, binding = 6) uniform sampler2D dfg_table;

struct Brdf {
    vec3 normal;
    vec3 view;      // unit, towards the viewer
    float n_dot_v;
    float alpha;    // roughness squared
    float roughness;
    vec3 diffuse;
    vec3 f0;
    float f90;
    vec3 albedo;    // directional albedo of the specular part, compensated
    vec3 energy;    // what compensation multiplies the specular part by
};

Brdf brdf_at(vec3 normal, vec3 view, vec3 diffuse, vec3 f0, float f90, float roughness) {
    Brdf b;
    b.normal = normal;
    b.view = view;
    // Normal maps turn normals away from the viewer; such a point is seen at grazing incidence.
    b.n_dot_v = clamp(dot(normal, view), 1e-3, 1.0);
    b.roughness = max(roughness, MIN_ROUGHNESS);
    b.alpha = b.roughness * b.roughness;
    b.f0 = f0;
    b.f90 = f90;
    vec2 size = vec2(textureSize(dfg_table, 0));
    vec2 dfg = textureLod(dfg_table, (vec2(b.n_dot_v, b.roughness) * (size - 1.0) + 0.5) / size, 0.0).xy;
    b.energy = 1.0 + f0 * (1.0 / max(dfg.x + dfg.y, 1e-3) - 1.0);
    b.albedo = min((f0 * dfg.x + f90 * dfg.y) * b.energy, vec3(1.0));
    // What the specular part does not reflect reaches the diffuse part.
    b.diffuse = diffuse * (1.0 - b.albedo);
    return b;
}

// Luminance towards the viewer per unit of illuminance on a plane facing the light, that is
// f(l, v) * (n.l). `light` is unit, towards the light.
vec3 brdf_eval(Brdf b, vec3 light) {
    float n_dot_l = dot(b.normal, light);
    if (n_dot_l <= 0.0) return vec3(0.0);
    vec3 h = b.view + light;
    // Light from straight behind: no half vector.
    if (dot(h, h) < 1e-12) return b.diffuse / PI * n_dot_l;
    h = normalize(h);
    float n_dot_h = dot(b.normal, h);
    // A shading normal may be turned from the viewer by more than from the light. No microfacet looks that way.
    if (n_dot_h <= 0.0) return b.diffuse / PI * n_dot_l;
    float l_dot_h = clamp(dot(light, h), 0.0, 1.0);
    float a2 = b.alpha * b.alpha;
    // 1 - (n.h)^2 from the cross product: the difference of near-equals loses the peak.
    vec3 c = cross(b.normal, h);
    float d = dot(c, c) + n_dot_h * n_dot_h * a2;
    float distribution = a2 / (PI * d * d);
    float v = n_dot_l * sqrt(b.n_dot_v * b.n_dot_v * (1.0 - a2) + a2);
    float l = b.n_dot_v * sqrt(n_dot_l * n_dot_l * (1.0 - a2) + a2);
    float visibility = 0.5 / (v + l);
    vec3 fresnel = b.f0 + (b.f90 - b.f0) * pow(1.0 - l_dot_h, 5.0);
    vec3 specular = distribution * visibility * fresnel * b.energy;
    return (b.diffuse / PI + specular) * n_dot_l;
}

#endif
