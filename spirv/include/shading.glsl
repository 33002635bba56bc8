// Everything that lights a surface point, for the deferred and the transparent pass alike.
#ifndef SHADING_GLSL
#define SHADING_GLSL

#include "frame.glsl"
#include "brdf.glsl"
#include "cluster.glsl"
#include "lamp.glsl"
#include "lamp_shadow.glsl"
#include "shadow.glsl"

layout(constant_id = 3) const bool SUN = true;
layout(constant_id = 4) const bool LAMPS = true;

layout(set = 0, binding = 5) uniform samplerCube sky_map;

// Exposed illuminance of the sky on a plane facing n: scene.IrradianceSH.At.
vec3 sky_irradiance(vec3 n) {
    vec3 sum = frame.sky_sh[0].rgb
             + frame.sky_sh[1].rgb * n.x + frame.sky_sh[2].rgb * n.y + frame.sky_sh[3].rgb * n.z
             + frame.sky_sh[4].rgb * (n.x * n.y) + frame.sky_sh[5].rgb * (n.y * n.z) + frame.sky_sh[6].rgb * (n.z * n.x)
             + frame.sky_sh[7].rgb * (3.0 * n.y * n.y - 1.0) + frame.sky_sh[8].rgb * (n.x * n.x - n.z * n.z);
    return max(sum, vec3(0.0));
}

// Exposed radiance of the sky blurred by a GGX lobe about r, roughness from MIN_ROUGHNESS to 1.
vec3 sky_reflection(vec3 r, float roughness) {
    if (frame.sky_flat.w == 0.0) return frame.sky_flat.rgb;
    vec3 d = vec3(frame.sky_map.x * r.x - frame.sky_map.y * r.z, r.y, frame.sky_map.y * r.x + frame.sky_map.x * r.z);
    float level = (roughness - MIN_ROUGHNESS) / (1.0 - MIN_ROUGHNESS) * frame.sky_map.w;
    return textureLod(sky_map, d, level).rgb * frame.sky_map.z;
}

// Luminance of a point towards the viewer by the light of all lamps that reach it, cd/m^2. `list` is the cluster's.
// Of a lamp that is seen in shares it lacks what the share's shadow takes: it may be below 0, the mean over the shares
// is not (scene.LampShare).
vec3 lamps(Brdf b, uvec2 pixel, vec3 world, vec3 facet, uint list) {
    vec3 sum = vec3(0.0);
    LampCursor c = lamp_cursor(list);
    uint i;
    while (lamp_next(c, i)) {
        float share;
        vec3 light = min(lamp_reflect(b, lights[i], world, facet, share), vec3(1e30)); // it may be infinite
        float visible = lamp_visibility(lights[i], world, facet, pixel, light != vec3(0.0));
        sum += light * (visible + (1.0 - share) * (1.0 - visible));
    }
    return sum;
}

// Exposed radiance of a point towards the viewer, without its emission. `pixel` is where it is seen.
vec3 shade(Brdf b, uvec2 pixel, vec3 world, vec3 facet, float depth, float occlusion, float sun) {
    vec3 sum = vec3(0.0);
    if (SUN) sum += brdf_eval(b, frame.sun_towards.xyz) * frame.sun_illuminance.rgb * sun;
    if (LAMPS) sum += lamps(b, pixel, world, facet, cluster_list(pixel, depth)) * frame.camera_back.w;
    // Occlusion of the lobe from that of the hemisphere (Lagarde and de Rousiers, "Moving
    // Frostbite to Physically Based Rendering", 2014, listing 26).
    float lobe = clamp(pow(b.n_dot_v + occlusion, exp2(-16.0 * b.roughness - 1.0)) - 1.0 + occlusion, 0.0, 1.0);
    vec3 r = reflect(-b.view, b.normal);
    sum += b.diffuse / PI * sky_irradiance(b.normal) * occlusion;
    sum += b.albedo * sky_reflection(r, b.roughness) * lobe;
    return sum;
}

// Unit vector towards the viewer.
vec3 view_towards(vec3 world) {
    return frame.camera.w > 0.5 ? frame.camera_back.xyz : normalize(frame.camera.xyz - world);
}

// Distance along the view, metres.
float view_depth(vec3 world) {
    return -(frame.view_from_world[0].z * world.x + frame.view_from_world[1].z * world.y
           + frame.view_from_world[2].z * world.z + frame.view_from_world[3].z);
}

#endif
