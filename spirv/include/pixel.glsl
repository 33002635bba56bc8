// From a pixel and its depth to the world.
#ifndef PIXEL_GLSL
#define PIXEL_GLSL

#include "frame.glsl"

// Clip-space position of a pixel's centre; rows count from the top.
vec2 pixel_clip(ivec2 pixel) {
    vec2 t = (vec2(pixel) + 0.5) * frame.size.zw;
    return vec2(t.x * 2.0 - 1.0, 1.0 - t.y * 2.0);
}

vec3 pixel_world(ivec2 pixel, float depth) {
    vec4 h = frame.world_from_clip * vec4(pixel_clip(pixel), depth, 1.0);
    return h.xyz / h.w;
}

// Unit direction in which a pixel looks.
vec3 pixel_direction(ivec2 pixel) {
    if (frame.camera.w > 0.5) return -frame.camera_back.xyz;
    // The third column, times anything, is the camera's place. Without it the difference is exact
    // far from the origin too.
    vec2 p = pixel_clip(pixel);
    vec4 h = frame.world_from_clip[0] * p.x + frame.world_from_clip[1] * p.y + frame.world_from_clip[3];
    return normalize(h.xyz - frame.camera.xyz * h.w);
}

#endif
