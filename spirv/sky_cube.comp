#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// The sky as a cube map, unrotated, four samples a texel.
#include "cube.glsl"
#include "sky.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 1, binding = 1, rgba16f) writeonly uniform image2DArray cube;

void main() {
    ivec3 p = ivec3(gl_GlobalInvocationID);
    ivec2 size = imageSize(cube).xy;
    if (any(greaterThanEqual(p.xy, size))) return;
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 4; i++) {
        vec2 at = vec2(p.xy) + vec2(0.25) + 0.5 * vec2(i & 1, i >> 1);
        sum += sky_radiance(cube_direction(p.z, at / vec2(size)));
    }
    imageStore(cube, p, vec4(min(sum * 0.25, vec3(65504.0)), 1.0));
}
