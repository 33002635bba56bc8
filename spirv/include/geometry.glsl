// Lit geometry: object to clip space, and what the material needs on the way. geometry.vert and
// geometry_spelled.vert differ in where they find what an instance is.
#define VERTEX
#include "frame.glsl"
#include "instance.glsl"
#include "material.glsl"
#include "varyings.glsl"

// What the fragment stage reads.
layout(constant_id = 0) const bool TEXTURED = true;
layout(constant_id = 9) const bool MOTION = false;
layout(constant_id = 11) const bool LIT = false;

layout(push_constant) uniform Push { uint first; } push; // slot of the first command

layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;  // snorm16
layout(location = 2) in vec4 tangent; // snorm16
layout(location = 3) in vec4 uv;
layout(location = 4) in vec4 color;   // unorm16

void main() {
    uvec2 drawn = instance_drawn();
    Object o = instance_object(drawn.x);
    Slot s = slots[push.first + gl_DrawID];
    Placed p = placed(o, s);
    bool mirrored = (s.flags & SLOT_MIRRORED) != 0u;
    vec3 world = placed_point(p, position);
    gl_Position = frame.clip_from_world * vec4(world, 1.0);
    if (MOTION) {
        vertex_clip = frame.still_from_world * vec4(world, 1.0);
        uint previous = objects[drawn.x].previous;
        vec3 before = previous == drawn.x ? world : placed_point(placed(objects[previous], s), position);
        vertex_previous = frame.previous_from_world * vec4(before, 1.0);
    }
    if (LIT) vertex_world = world;
    vertex_normal = normalize(placed_normal(p, normal.xyz, mirrored));
    if (TEXTURED) {
        vec3 t = placed_vector(p, tangent.xyz);
        float along = dot(t, t);
        vertex_tangent = vec4(along > 0.0 ? t * inversesqrt(along) : vec3(0.0), mirrored ? -tangent.w : tangent.w);
        vertex_uv = vertex_texture_uv(s.material, uv);
    }
    vertex_color = color * object_color(o) * s.color;
    vertex_draw = uvec4(s.material, s.flags, drawn);
}
