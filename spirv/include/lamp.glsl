// What a surface reflects of a lamp, by the lamp's kind, as if nothing stood between.
#ifndef LAMP_GLSL
#define LAMP_GLSL

#include "area.glsl"
#include "brdf.glsl"
#include "light.glsl"

// Luminance towards the viewer, cd/m^2; `share` is area_reflect's.
vec3 lamp_reflect(Brdf b, Light light, vec3 world, vec3 facet, out float share) {
    share = 1.0;
    if (AREA_LIGHTS && (light.kind == LIGHT_RECT || light.right.w > 0.0)) return area_reflect(b, light, world, facet, share);
    vec3 towards;
    vec3 e = light_at(light, world, towards);
    if (max(e.r, max(e.g, e.b)) <= 0.0 || dot(facet, towards) <= 0.0) return vec3(0.0);
    return brdf_eval(b, towards) * e;
}

#endif
