#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// Adds stars, the Milky Way and the moon to the sky, wherever no geometry is.
#include "frame.glsl"
#include "pixel.glsl"
#include "tiles.glsl"
#include "stars.glsl"
#include "milkyway.glsl"
#include "air.glsl"

layout(constant_id = 3) const bool AIR = false;    // the sky is an atmosphere
layout(constant_id = 4) const bool STARRY = false; // there are stars or a Milky Way, and not a moon alone

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 1, binding = 0) uniform sampler2D gbuffer_depth;
layout(set = 1, binding = 1, rgba16f) uniform image2D color;

layout(set = 1, binding = 2, std140) uniform Night {
    vec4 equatorial_x;    // rows of equatorial from world; w: exposed factor of the stars' light
    vec4 equatorial_y;    // w: radius over which they are spread
    vec4 equatorial_z;
    vec4 milky_way;       // exposed luminance where it is brightest
    vec4 pole;            // of the galaxy, equatorial
    vec4 centre;          // of the galaxy, equatorial
    vec4 moon;            // unit, towards it; w: radius of its disc, 0: no moon
    vec4 sunward;         // unit, from the moon to the sun
    vec4 moonlight;       // exposed: x: surface, y: earthshine
    vec4 air;             // x: log2 of what clear air lets through from the zenith; y: height in an atmosphere, metres
} night;

layout(set = 1, binding = 5) uniform sampler2D transmittance; // of an atmosphere

// Share of light that comes through the air: that of the atmosphere, or scene.ClearAir.
vec3 through_air(float sine) {
    if (AIR) return air_before(transmittance, night.air.y, sine);
    return vec3(sine > 0.0 ? exp2(night.air.x * inversesqrt(1.0 - 0.96 * (1.0 - sine * sine))) : 0.0);
}

// Exposed luminance of the moon's disc: scene.Moon.Towards.
float moon_towards(vec3 d, out bool there) {
    vec3 towards = night.moon.xyz;
    float cosine = dot(d, towards);
    vec3 p = (d - towards * cosine) / max(night.moon.w, 1e-9);
    float q = dot(p, p);
    there = cosine > 0.0 && night.moon.w > 0.0 && q < 1.0;
    if (!there) return 0.0;
    float mu = sqrt(1.0 - q);
    float mu0 = max(dot(p - towards * mu, night.sunward.xyz), 0.0);
    return night.moonlight.x * (mu0 / max(mu0 + mu, 1e-4)) + night.moonlight.y;
}

void main() {
    ivec2 pixel = tile_pixel();
    if (any(greaterThanEqual(vec2(pixel), frame.size.xy))) return;
    if (texelFetch(gbuffer_depth, pixel, 0).r != 0.0) return;
    vec3 d = pixel_direction(pixel);
    vec3 air = through_air(d.y);
    if (air.g == 0.0) return;
    bool moon;
    vec3 light = vec3(moon_towards(d, moon));
    if (STARRY && !moon) {
        vec3 e = vec3(dot(night.equatorial_x.xyz, d), dot(night.equatorial_y.xyz, d), dot(night.equatorial_z.xyz, d));
        if (night.equatorial_x.w > 0.0) light += night.equatorial_x.w * stars_towards(e, night.equatorial_y.w);
        if (night.milky_way.g > 0.0) light += night.milky_way.rgb * milky_way(e, night.pole.xyz, night.centre.xyz);
    }
    vec4 sky = imageLoad(color, pixel);
    imageStore(color, pixel, vec4(min(sky.rgb + light * air, vec3(4096.0)), sky.a));
}
