// What the sky looks like. The rule is scene.Sky.Radiance; mirrors passes.skyPush.
#ifndef SKY_GLSL
#define SKY_GLSL

#include "night.glsl"
#include "air_view.glsl"

const int SKY_COLOR = 0;
const int SKY_GRADIENT = 1;
const int SKY_HDRI = 2;
const int SKY_ATMOSPHERE = 3;

layout(constant_id = 0) const int SKY_KIND = SKY_COLOR;
layout(constant_id = 1) const bool NIGHT = false; // there is a glow

// An atmosphere has two lights: what of the first is outside the air in zenith and the unit vector towards it
// in horizon, those of the second in ground and map. In their fourth channels are the horizon's elevation, the
// anisotropy of haze, the radius of the first one's disc and the height
// of who looks.
layout(push_constant) uniform Sky {
    vec4 zenith;   // radiance; also the colour of a one-coloured sky, and of the disc of a picture's sun
    vec4 horizon;  // of a picture: towards its sun; w: radius of the disc, 0: none
    vec4 ground;
    vec4 map;      // cos and sin of the rotation, factor of the picture's texels, level of detail
    vec4 night;    // radiance of a dark sky's glow at the zenith; w: what the ground has of that
} sky;

layout(set = 1, binding = 0) uniform sampler2D panorama; // of an atmosphere, the tables of its lights

float sky_above(float height) {
    return sqrt(height);
}

float sky_below(float depth) {
    float q = 1.0 - min(depth, 1.0);
    q *= q;
    q *= q;
    return 1.0 - q * q;
}

// Radiance in the units of the block's colours, from a unit direction, without the glow of the night.
vec3 sky_light(vec3 d) {
    if (SKY_KIND == SKY_HDRI) {
        vec3 p = vec3(sky.map.x * d.x - sky.map.y * d.z, d.y, sky.map.y * d.x + sky.map.x * d.z);
        vec2 uv = vec2(0.5 + atan(p.x, -p.z) * (0.5 / 3.14159265358979), acos(clamp(p.y, -1.0, 1.0)) / 3.14159265358979);
        return textureLod(panorama, uv, sky.map.w).rgb * sky.map.z;
    }
    if (SKY_KIND == SKY_GRADIENT) {
        bool below = d.y < 0.0;
        vec3 end = below ? sky.ground.rgb : sky.zenith.rgb;
        float t = below ? sky_below(-d.y) : sky_above(d.y);
        return sky.horizon.rgb + (end - sky.horizon.rgb) * t;
    }
    if (SKY_KIND == SKY_ATMOSPHERE) {
        vec3 sum = vec3(0.0);
        [[dont_unroll]] for (int i = 0; i < 2; i++) {
            vec3 outside = i == 0 ? sky.zenith.rgb : sky.ground.rgb;
            if (outside.r + outside.g + outside.b > 0.0)
                sum += outside * view_light(panorama, i, 2, d, i == 0 ? sky.horizon.xyz : sky.map.xyz, sky.zenith.w, sky.horizon.w);
        }
        return sum;
    }
    return sky.zenith.rgb;
}

// The same with the glow.
vec3 sky_radiance(vec3 d) {
    vec3 light = sky_light(d);
    if (NIGHT) light += sky.night.rgb * night_shape(d.y, sky.night.w);
    return light;
}

// The disc of a sun that was taken out of the picture: scene.SunDisc.
vec3 sky_disc(vec3 d) {
    if (SKY_KIND != SKY_HDRI) return vec3(0.0);
    float cosine = dot(d, sky.horizon.xyz);
    vec3 p = d - sky.horizon.xyz * cosine;
    return cosine > 0.0 && dot(p, p) < sky.horizon.w * sky.horizon.w ? sky.zenith.rgb : vec3(0.0);
}

#endif
