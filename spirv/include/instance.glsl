// What an instance of a draw for the camera is: an entry of the camera's list, or SPELLED out as attributes
// that advance with the instance. passes/instances.go says which device gets which; mirrors its instance.
#ifndef INSTANCE_GLSL
#define INSTANCE_GLSL

#include "object.glsl"

#ifdef SPELLED

layout(location = 5) in vec4 instance_row0; // world from object
layout(location = 6) in vec4 instance_row1;
layout(location = 7) in vec4 instance_row2;
layout(location = 8) in uvec4 instance_draw; // colour as in Object, object, dither mask

// The object's number and dither mask.
uvec2 instance_drawn() { return instance_draw.zw; }

Object instance_object(uint number) {
    return Object(vec4[3](instance_row0, instance_row1, instance_row2), instance_draw.xy, 0u, 0u);
}

#else

uvec2 instance_drawn() { return visible[gl_InstanceIndex]; }

Object instance_object(uint number) { return objects[number]; }

#endif
#endif
