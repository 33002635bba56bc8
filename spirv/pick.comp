#version 460
// The depth of one pixel, for the host.

layout(local_size_x = 1) in;

layout(set = 1, binding = 0) uniform sampler2D depth;
layout(set = 1, binding = 1, std430) writeonly buffer Picked { float picked; };

layout(push_constant) uniform Push {
    ivec2 pixel;
} push;

void main() {
    picked = texelFetch(depth, push.pixel, 0).r;
}
