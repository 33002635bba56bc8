#version 460
#extension GL_GOOGLE_include_directive : require
// Tells the commands how many casters lamp_cull.comp found for them.
layout(local_size_x = 64) in;

layout(set = 1, binding = 0, std430) readonly buffer BucketCount { uint bucket_count[]; };
layout(set = 1, binding = 1, std430) readonly buffer CommandBuckets { uint command_buckets[]; }; // the camera's, then a shadow map's
layout(set = 1, binding = 2, std430) buffer Commands { uint commands[]; };                       // five words each, as many

layout(push_constant) uniform Push { uint first; } push; // command of a shadow map

void main() {
    uint i = push.first + gl_GlobalInvocationID.x;
    if (i < command_buckets.length()) commands[5u * i + 1u] = bucket_count[command_buckets[i]];
}
