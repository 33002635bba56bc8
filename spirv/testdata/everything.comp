#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_buffer_reference : require
#include "../testdata/light.glsl"

// One of everything that reflection reads, so that the oracle test can compare it.

layout(local_size_x_id = 0, local_size_y = 4, local_size_z_id = 1) in;
layout(constant_id = 3) const int sample_count = 16;
layout(constant_id = 4) const bool fancy = true;
layout(constant_id = 5) const float gain = 1.5;
layout(constant_id = 6) const uint bits = 7u;

layout(buffer_reference, std430) readonly buffer Instances {
    mat3x4 world_from_model;
    uint material;
};

layout(push_constant) uniform Push {
    mat4 clip_from_world;
    uvec2 size;
    float time;
    uint pad_0;
    Instances instances;
} push;

layout(set = 0, binding = 0, std140) uniform Frame {
    mat3 view_from_world;
    layout(row_major) mat4x2 rows;
    vec3 eye;
    float exposure;
    vec4 cascades[4];
    float steps[3];
    Light sun;
    Light fill[2];
    ivec3 probes;
} frame;

layout(set = 0, binding = 1, std430) readonly buffer Lights {
    uint count;
    mat2 spin[2];
    float curve[2][3];
    Light lights[];
};

layout(set = 0, binding = 2, std430) buffer Totals { uint totals[]; };
layout(set = 1, binding = 0) uniform sampler2D textures[8];
layout(set = 1, binding = 1) uniform textureCube sky;
layout(set = 1, binding = 2) uniform sampler linear_clamp;
layout(set = 1, binding = 3, rgba16f) uniform writeonly image2D target;
layout(set = 1, binding = 4) uniform samplerBuffer table;
layout(set = 1, binding = 5, r32ui) uniform uimageBuffer counters;

shared float scratch[sample_count * 2];

void main() {
    vec4 sum = vec4(frame.exposure);
    for (int i = 0; i < sample_count; i++) sum += textureLod(textures[2], vec2(i), 0.0);
    if (fancy) sum += textureLod(samplerCube(sky, linear_clamp), frame.eye, gain);
    for (uint i = 0; i < count; i++) sum += brightness(lights[i]) * float(bits);
    sum += push.clip_from_world * frame.sun.color + frame.fill[1].color + frame.cascades[3];
    sum.xyz += frame.view_from_world * frame.eye + vec3(frame.probes) * frame.steps[2];
    sum.xy += spin[1] * frame.rows[3] + curve[1][2];
    sum += push.instances.world_from_model[2] * float(push.instances.material);
    sum += texelFetch(table, int(push.size.x));
    scratch[gl_LocalInvocationIndex % (sample_count * 2)] = sum.x;
    barrier();
    totals[gl_GlobalInvocationID.x] = imageAtomicAdd(counters, 0, 1u);
    imageStore(target, ivec2(gl_GlobalInvocationID.xy), sum * scratch[0] * push.time);
}
