#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// Writes the sky wherever no geometry is.
#include "frame.glsl"
#include "pixel.glsl"
#include "tiles.glsl"
#include "sky.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 1, binding = 1) uniform sampler2D gbuffer_depth;
layout(set = 1, binding = 2, rgba16f) writeonly uniform image2D color;
layout(set = 1, binding = 3) uniform sampler2D transmittance;

// The disc of an atmosphere's sun, in the units of the block's colours. It is dark at its rim: of what its middle
// shows, mu^a is left (Hestroffer and Magnan, "Wavelength dependency of the Solar limb darkening", 1998, at the
// wavelengths of scene.Atmosphere). Where it is smaller than a pixel, it is spread over one.
vec3 air_disc(ivec2 pixel, vec3 d) {
    float radius = sky.ground.w;
    vec3 across = cross(d, sky.horizon.xyz);
    if (radius <= 0.0 || dot(d, sky.horizon.xyz) <= 0.0) return vec3(0.0);
    float angle = length(across); // small angles are their sines
    if (angle > 0.1) return vec3(0.0);
    float width = frame.camera.w > 0.5 ? 0.0 : distance(d, pixel_direction(pixel + ivec2(1, 0)));
    float seen = max(radius, 0.75 * width);
    // Its rim is a pixel wide, from `near` to `far`.
    float near = max(seen - 0.5 * width, 0.0), far = seen + 0.5 * width;
    float coverage = clamp((far - angle) / max(far - near, 1e-9), 0.0, 1.0);
    if (coverage == 0.0) return vec3(0.0);
    vec3 dark = vec3(1.0);
    if (seen > 2.0 * width) {
        const vec3 a = vec3(0.43, 0.51, 0.65);
        float mu = sqrt(max(1.0 - angle * angle / (seen * seen), 0.0));
        dark = pow(vec3(max(mu, 0.1)), a) * (0.5 * a + 1.0); // 1 on the mean
    }
    float area = AIR_PI / 3.0 * (near * near + near * far + far * far);
    return sky.zenith.rgb / area * coverage * dark * air_before(transmittance, sky.map.w, d.y);
}

void main() {
    ivec2 pixel = tile_pixel();
    if (any(greaterThanEqual(vec2(pixel), frame.size.xy))) return;
    if (texelFetch(gbuffer_depth, pixel, 0).r != 0.0) return;
    bool transparent = frame.options.x > 0.5;
    vec3 radiance = vec3(0.0);
    if (!transparent) {
        vec3 d = pixel_direction(pixel);
        radiance = sky_radiance(d) + (SKY_KIND == SKY_ATMOSPHERE ? air_disc(pixel, d) : sky_disc(d));
    }
    imageStore(color, pixel, vec4(min(radiance, vec3(4096.0)), transparent ? 0.0 : 1.0));
}
