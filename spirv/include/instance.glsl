// Instances: one a drawn primitive. Mirrors passes.instance.
#ifndef INSTANCE_GLSL
#define INSTANCE_GLSL

struct Instance {
    vec4 world_from_mesh[3]; // rows
    vec4 color;              // multiplies the base colour
    uint material;
    uint flags;              // INSTANCE_*
    uint pad0;
    uint pad1;
};

const uint INSTANCE_MIRRORED = 1u; // negative determinant: front faces wind clockwise

layout(set = 0, binding = 1, std430) readonly buffer Instances { Instance instances[]; };

vec3 instance_point(Instance i, vec3 p) {
    vec4 h = vec4(p, 1.0);
    return vec3(dot(i.world_from_mesh[0], h), dot(i.world_from_mesh[1], h), dot(i.world_from_mesh[2], h));
}

vec3 instance_vector(Instance i, vec3 v) {
    return vec3(dot(i.world_from_mesh[0].xyz, v), dot(i.world_from_mesh[1].xyz, v), dot(i.world_from_mesh[2].xyz, v));
}

// Normals transform by the cofactors, which need no division and keep their side under mirroring.
vec3 instance_normal(Instance i, vec3 n) {
    vec3 r0 = i.world_from_mesh[0].xyz, r1 = i.world_from_mesh[1].xyz, r2 = i.world_from_mesh[2].xyz;
    vec3 v = vec3(dot(cross(r1, r2), n), dot(cross(r2, r0), n), dot(cross(r0, r1), n));
    return (i.flags & INSTANCE_MIRRORED) != 0u ? -v : v;
}

#endif
