// What an instance of a draw for the camera is, as attributes that advance with the instance: software
// drivers fetch those once, and words of a buffer for each vertex. Mirrors passes.instance.
#ifndef INSTANCE_GLSL
#define INSTANCE_GLSL

#include "object.glsl"

layout(location = 5) in vec4 instance_row0; // world from object
layout(location = 6) in vec4 instance_row1;
layout(location = 7) in vec4 instance_row2;
layout(location = 8) in uvec4 instance_draw; // colour as in Object, object, dither mask

Object instance_object() {
    return Object(vec4[3](instance_row0, instance_row1, instance_row2), instance_draw.xy, 0u, 0u);
}

#endif
