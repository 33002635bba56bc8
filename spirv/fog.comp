#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// Puts air and fog before what is lit, and fog before the sky.
#include "pixel.glsl"
#include "between.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 1, binding = 1) uniform sampler2D gbuffer_depth;
layout(set = 1, binding = 2, rgba16f) uniform image2D color;

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(vec2(pixel), frame.size.xy))) return;
    float depth = texelFetch(gbuffer_depth, pixel, 0).r;
    Veil v;
    if (depth == 0.0) {
        if (!FOG) return;
        v = veil_before(pixel_world(pixel, 1.0), pixel_direction(pixel), FAR, uvec2(pixel));
    } else {
        v = veil_at(pixel_world(pixel, depth), uvec2(pixel));
    }
    vec4 c = imageLoad(color, pixel);
    // A transparent background stays so where the fog lets it through.
    float behind = dot(v.through, vec3(1.0 / 3.0));
    c = vec4(c.rgb * v.through + v.light, 1.0 - (1.0 - c.a) * behind);
    imageStore(color, pixel, min(c, vec4(4096.0)));
}
