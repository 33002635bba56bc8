#version 460
#extension GL_GOOGLE_include_directive : require
// Shows what the geometry pass wrote in place of the lit picture.
#include "frame.glsl"
#include "octahedral.glsl"
#include "pixel.glsl"
#include "gbuffer.glsl"
#include "srgb.glsl"

const int DEPTH = 1, NORMAL = 2, ALBEDO = 3, ROUGHNESS = 4, METALLIC = 5, EMISSIVE = 6, MOTION = 8, LOD = 9, MASK = 10;

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push {
    int view;          // passes.Output
    uint raw;          // 1: physical values for a float file; 0: something to look at
    float near, far;   // metres shown as white and black
} push;

layout(set = 1, binding = 5) uniform sampler2D gbuffer_motion;
layout(set = 1, binding = 6, rgba32f) writeonly uniform image2D result;

// Levels from the most detailed: red, orange, yellow, green, blue, violet, then the same darker.
// What has no levels is grey.
const vec3 level_colors[6] = vec3[](vec3(0.84, 0.15, 0.16), vec3(1.0, 0.5, 0.05), vec3(0.95, 0.85, 0.2),
                                    vec3(0.17, 0.63, 0.17), vec3(0.12, 0.47, 0.71), vec3(0.58, 0.4, 0.74));
const vec3 share_colors[3] = vec3[](vec3(0.8), vec3(0.12, 0.47, 0.71), vec3(1.0, 0.5, 0.05));

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(vec2(pixel), frame.size.xy))) return;
    float depth = texelFetch(gbuffer_depth, pixel, 0).r;
    bool raw = push.raw == 1u;
    if (depth == 0.0) {
        bool endless = raw && push.view == DEPTH;
        imageStore(result, pixel, vec4(vec3(endless ? uintBitsToFloat(0x7f800000u) : 0.0), frame.options.x > 0.5 ? 0.0 : 1.0));
        return;
    }
    vec3 v = vec3(0.0);
    switch (push.view) {
    case DEPTH: {
        vec3 w = pixel_world(pixel, depth);
        float d = dot(w - frame.camera.xyz, -frame.camera_back.xyz);
        v = vec3(raw ? d : 1.0 - clamp((d - push.near) / max(push.far - push.near, 1e-6), 0.0, 1.0) * 0.95);
        break;
    }
    case NORMAL:
        v = oct_unpack(texelFetch(gbuffer_normal, pixel, 0).x);
        if (!raw) v = v * 0.5 + 0.5;
        break;
    case ALBEDO:
        v = texelFetch(gbuffer_diffuse, pixel, 0).rgb;
        if (!raw) v = srgb_encode(v);
        break;
    case ROUGHNESS:
        v = texelFetch(gbuffer_specular, pixel, 0).aaa;
        break;
    case METALLIC:
        v = texelFetch(gbuffer_specular, pixel, 0).rrr;
        break;
    case EMISSIVE:
        v = texelFetch(gbuffer_emissive, pixel, 0).rgb;
        v = raw ? v / frame.camera_back.w : srgb_encode(v);
        break;
    case LOD: {
        float level = texelFetch(gbuffer_specular, pixel, 0).g;
        v = raw ? vec3(level) : level == 255.0 ? vec3(0.6) : level_colors[int(level) % 6] * (level < 6.0 ? 1.0 : 0.5);
        break;
    }
    case MASK: {
        float share = texelFetch(gbuffer_specular, pixel, 0).b;
        v = raw ? vec3(share) : share_colors[int(share)];
        break;
    }
    case MOTION:
        v = vec3(texelFetch(gbuffer_motion, pixel, 0).xy, 0.0);
        if (!raw) v = clamp(v / 32.0 + 0.5, 0.0, 1.0);
        break;
    }
    imageStore(result, pixel, vec4(v, 1.0));
}
