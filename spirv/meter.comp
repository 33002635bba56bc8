#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// Illuminance of what the camera sees, at a grid of pixels: what a white Lambert surface there
// would reflect, times pi, so that no material moves it. The rule for what follows is
// scene.MeterIlluminance.
#include "frame.glsl"
#include "pixel.glsl"
#include "gbuffer.glsl"
#include "shading.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push {
    uint columns, rows; // of the grid
} push;

// Exposed lux, by row; -1 where nothing stands.
layout(set = 1, binding = 5, std430) writeonly buffer Meter { float meter[]; };

void main() {
    uvec2 cell = gl_GlobalInvocationID.xy;
    if (cell.x >= push.columns || cell.y >= push.rows) return;
    vec2 at = (vec2(cell) + 0.5) / vec2(push.columns, push.rows);
    ivec2 pixel = min(ivec2(at * frame.size.xy), ivec2(frame.size.xy) - 1);
    float depth = texelFetch(gbuffer_depth, pixel, 0).r;
    float result = -1.0;
    if (depth != 0.0) {
        uvec2 normals = texelFetch(gbuffer_normal, pixel, 0).xy;
        vec3 world = pixel_world(pixel, depth);
        vec3 facet = oct_unpack(normals.y);
        float distance = view_depth(world);
        float sun = SUN ? sun_visibility(world, facet, distance, uvec2(pixel)) : 0.0;
        Brdf b = brdf_at(oct_unpack(normals.x), view_towards(world), vec3(1.0), vec3(0.0), 0.0, 1.0);
        float occlusion = texelFetch(gbuffer_diffuse, pixel, 0).a;
        vec3 white = shade(b, uvec2(pixel), world, facet, distance, occlusion, sun);
        result = PI * dot(white, vec3(0.2126, 0.7152, 0.0722));
    }
    meter[cell.y * push.columns + cell.x] = result;
}
