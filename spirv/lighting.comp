#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// Lights every pixel that geometry covers; the sky pass writes the others.
#include "frame.glsl"
#include "pixel.glsl"
#include "tiles.glsl"
#include "gbuffer.glsl"
#include "shading.glsl"

const uint VIEW_LIGHT = 0u, VIEW_SHADOW = 1u, VIEW_HEAT = 2u, VIEW_LAMPS = 3u;

layout(constant_id = 5) const uint LIGHT_VIEW = VIEW_LIGHT; // what to write

layout(constant_id = 12) const bool EMITS = true; // some surface does more than reflect

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 1, binding = 5, rgba16f) writeonly uniform image2D color;

// Colours by the logarithm of a number: 0, 1, 3, 15, 63, 255.
vec3 heat(float count) {
    const vec3 stops[6] = vec3[](vec3(0.0), vec3(0.0, 0.1, 0.8), vec3(0.0, 0.7, 0.7), vec3(0.95, 0.85, 0.1), vec3(0.85, 0.1, 0.05), vec3(1.0));
    float at = log2(1.0 + count);
    at = at < 2.0 ? at : 1.0 + at * 0.5;
    int i = clamp(int(at), 0, 4);
    return mix(stops[i], stops[i + 1], clamp(at - float(i), 0.0, 1.0));
}

void main() {
    ivec2 pixel = tile_pixel();
    if (any(greaterThanEqual(vec2(pixel), frame.size.xy))) return;
    float depth = texelFetch(gbuffer_depth, pixel, 0).r;
    if (depth == 0.0) return;

    uvec2 normals = texelFetch(gbuffer_normal, pixel, 0).xy;
    vec4 diffuse = texelFetch(gbuffer_diffuse, pixel, 0);
    vec4 specular = texelFetch(gbuffer_specular, pixel, 0);
    vec4 emissive = EMITS ? texelFetch(gbuffer_emissive, pixel, 0) : vec4(0.0, 0.0, 0.0, 1.0);
    vec3 world = pixel_world(pixel, depth);
    vec3 facet = oct_unpack(normals.y);
    float distance = view_depth(world);

    float sun = SUN ? sun_visibility(world, facet, distance, uvec2(pixel)) : 0.0;
    if (LIGHT_VIEW == VIEW_HEAT || LIGHT_VIEW == VIEW_LAMPS) {
        float count = float(lamp_count(cluster_list(uvec2(pixel), distance)));
        imageStore(color, pixel, vec4(LIGHT_VIEW == VIEW_HEAT ? heat(count) : vec3(count), 1.0));
        return;
    }
    if (LIGHT_VIEW == VIEW_SHADOW) {
        imageStore(color, pixel, vec4(vec3(sun), 1.0));
        return;
    }
    vec3 sum = emissive.rgb;
    if (emissive.a >= 0.0) {
        Brdf b = brdf_at(oct_unpack(normals.x), view_towards(world), diffuse.rgb, specular.rgb, emissive.a, specular.a);
        sum += shade(b, uvec2(pixel), world, facet, distance, diffuse.a, sun);
    }
    imageStore(color, pixel, vec4(clamp(sum, vec3(-4096.0), vec3(4096.0)), 1.0));
}
