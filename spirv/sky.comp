#version 460
#extension GL_GOOGLE_include_directive : require
// Writes the sky wherever no geometry is.
#include "frame.glsl"
#include "pixel.glsl"
#include "tiles.glsl"
#include "sky.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 1, binding = 1) uniform sampler2D gbuffer_depth;
layout(set = 1, binding = 2, rgba16f) writeonly uniform image2D color;

void main() {
    ivec2 pixel = tile_pixel();
    if (any(greaterThanEqual(vec2(pixel), frame.size.xy))) return;
    if (texelFetch(gbuffer_depth, pixel, 0).r != 0.0) return;
    bool transparent = frame.options.x > 0.5;
    vec3 d = pixel_direction(pixel);
    vec3 radiance = transparent ? vec3(0.0) : min(sky_radiance(d) + sky_disc(d), vec3(4096.0));
    imageStore(color, pixel, vec4(radiance, transparent ? 0.0 : 1.0));
}
