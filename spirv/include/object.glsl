// Objects: what is drawn, where it stands. Mirrors passes.object.
#ifndef OBJECT_GLSL
#define OBJECT_GLSL

struct Object {
    vec4 world_from_object[3]; // rows
    vec4 color;                // multiplies the base colour
    uint prototype;
    uint pad0;
    uint pad1;
    uint pad2;
};

layout(set = 0, binding = 1, std430) readonly buffer Objects { Object objects[]; };

#endif
