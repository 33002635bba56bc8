// What the vertex stage of lit geometry hands to the fragment stage.
#ifndef VARYINGS_GLSL
#define VARYINGS_GLSL

#ifdef VERTEX
#define VARYING out
#else
#define VARYING in
#endif

layout(location = 0) VARYING vec3 vertex_normal;
layout(location = 1) VARYING vec4 vertex_tangent;
layout(location = 2) VARYING vec4 vertex_uv;
layout(location = 3) VARYING vec4 vertex_color;
layout(location = 4) VARYING vec4 vertex_clip;     // still_from_world, unjittered
layout(location = 5) VARYING vec4 vertex_previous; // previous_from_world
layout(location = 6) VARYING vec3 vertex_world;
layout(location = 7) flat VARYING uvec4 vertex_draw; // material, slot's flags, object, dither mask

#endif
