// What is between the viewer and things: the air (scene.Air.Between, from a table) and fog (scene.Fog).
#ifndef BETWEEN_GLSL
#define BETWEEN_GLSL

#include "frame.glsl"
#include "air.glsl"
#include "aerial.glsl"

layout(constant_id = 28) const bool FOG = false;
layout(constant_id = 29) const bool AERIAL = false;
layout(constant_id = 30) const bool FOG_SHADOWS = false;

// Mirrors passes.betweenBlock.
layout(set = 0, binding = 28, std140) uniform Between {
    vec4 fog;         // what it scatters of the light it takes; w: density, 1/m
    vec4 fog_layer;   // world Y of its top, metres over which it thins out above, metres before the viewer that are clear, most that it hides
    vec4 air;         // what molecules take, 1/m; w: anisotropy of haze
    vec4 haze;        // what haze takes, 1/m; w: metres to the table's last slice, level and upwards
    vec4 outside;     // exposed lux outside the air; w: anisotropy of the fog
    vec4 towards;     // unit, to where they come from; w: height of the viewer above the ground
} between;

layout(set = 0, binding = 29) uniform sampler2D aerial_table;

// How something looks from afar: its light times `through`, plus `light`.
struct Veil {
    vec3 through;
    vec3 light;
};

#include "fog.glsl"

const float FAR = 1e9; // metres to the sky

Veil fog_veil(vec3 from, vec3 dir, float metres, uvec2 pixel) {
    float sunlit = FOG_SHADOWS ? fog_sunlit(from, dir, metres, pixel) : 1.0;
    float start = min(between.fog_layer.z, metres);
    from += dir * start;
    metres -= start;
    vec3 sun = frame.sun_towards.xyz;
    float lit = sun.y > 0.0 ? exp(-fog_depth(from.y, from.y + FAR * sun.y, FAR)) : 0.0;
    float g = between.outside.w, d = 1.0 + g * g - 2.0 * g * dot(dir, sun);
    float phase = (1.0 - g * g) / (4.0 * AIR_PI * d * sqrt(d));
    // The mean radiance of the sky is what its light on a plane is on the mean, by pi.
    Veil v;
    v.through = vec3(max(exp(-fog_depth(from.y, from.y + dir.y * metres, metres)), 1.0 - between.fog_layer.w));
    v.light = (1.0 - v.through) * between.fog.rgb * (frame.sun_illuminance.rgb * (phase * lit * sunlit) + frame.sky_sh[0].rgb / AIR_PI);
    return v;
}

Veil aerial_veil(vec3 dir, float metres) {
    vec3 towards = between.towards.xyz;
    float level = length(dir.xz), across = level * length(towards.xz);
    float u = across > 0.0 ? sqrt(clamp(0.5 - 0.5 * dot(dir.xz, towards.xz) / across, 0.0, 1.0)) : 0.0;
    vec2 place = table_uv(vec2(u, aerial_row(atan(dir.y, level))), vec2(AERIAL_SIZE)) * vec2(1.0 / float(AERIAL_SLICES), 0.5);
    float reach = aerial_reach(between.haze.w, between.towards.w, dir.y);
    float slice = min(sqrt(metres / reach), 1.0) * float(AERIAL_SLICES - 1);
    float below = min(floor(slice), float(AERIAL_SLICES - 2));
    // Light per light that is taken changes evenly with distance.
    float near = aerial_distance(below, reach), far = aerial_distance(below + 1.0, reach);
    float share = clamp((metres - near) / (far - near), 0.0, 1.0);
    vec4 even = vec4(0.0), haze = vec4(0.0);
    [[dont_unroll]] for (int i = 0; i < 4; i++) {
        int next = i & 1, lower = i >> 1;
        vec2 uv = place + vec2((below + float(next)) / float(AERIAL_SLICES), 0.5 * float(lower));
        vec4 light = textureLod(aerial_table, uv, 0.0) * (next == 0 ? 1.0 - share : share);
        if (lower == 0) even += light; else haze += light;
    }
    vec3 depth = metres * (between.air.rgb * even.a + between.haze.rgb * haze.a);
    Veil v;
    v.through = exp(-depth);
    v.light = hidden(depth) * between.outside.rgb * (even.rgb + haze_phase(between.air.w, dot(dir, towards)) * haze.rgb);
    return v;
}

// The veil before a point, seen in a pixel; FAR for the sky, which has its own air.
Veil veil_before(vec3 from, vec3 dir, float metres, uvec2 pixel) {
    Veil v = Veil(vec3(1.0), vec3(0.0));
    if (AERIAL && metres < FAR) v = aerial_veil(dir, metres);
    if (FOG) {
        // Fog is near, and the air behind it is seen through it.
        Veil fog = fog_veil(from, dir, metres, pixel);
        v.through *= fog.through;
        v.light = v.light * fog.through + fog.light;
    }
    return v;
}

// The same of a point of the world.
Veil veil_at(vec3 world, uvec2 pixel) {
    if (frame.camera.w > 0.5) {
        float metres = max(dot(frame.camera.xyz - world, frame.camera_back.xyz), 0.0);
        return veil_before(world + frame.camera_back.xyz * metres, -frame.camera_back.xyz, metres, pixel);
    }
    vec3 way = world - frame.camera.xyz;
    float metres = max(length(way), 1e-6);
    return veil_before(frame.camera.xyz, way / metres, metres, pixel);
}

#endif
