#version 460
#extension GL_GOOGLE_include_directive : require
// Adds a jittered frame to the sum of those before it, in single precision. A frame may lack more light than there is, the
// sum may not.
layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push { uint first, last; } push;

layout(set = 1, binding = 0) uniform sampler2D color;
layout(set = 1, binding = 1, rgba32f) uniform image2D sum;

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, imageSize(sum)))) return;
    vec4 value = texelFetch(color, pixel, 0);
    if (push.first == 0u) value += imageLoad(sum, pixel);
    imageStore(sum, pixel, push.last != 0u ? max(value, vec4(0.0)) : value);
}
