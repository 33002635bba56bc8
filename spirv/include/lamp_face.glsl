// The shadow maps of lamps, tiles of one image. Mirrors passes.faceBlock; the rule is scene.LampFace.
#ifndef LAMP_FACE_GLSL
#define LAMP_FACE_GLSL

struct LampFace {
    vec4 right;   // unit, world, over the tangent of half the angle that the map covers; w: x of the lamp's place
    vec4 up;      // the same; w: y
    vec4 forward; // unit; w: z
    vec4 place;   // middle of the tile in clip space of the image, and half its side; w: the image's texels along a side
    vec4 bias;    // scene.LampFace.NormalOffset, the tangent, metres of rounding, scene.LampNear
    vec4 share_right; // half a side of what shines of a rectangle in this frame, scene.LampShare; w: how many shares the lamp is in, 0: it shines whole
    vec4 share_up;    // half the other; w: the radius of what shines, metres, 0: a point
};

layout(set = 0, binding = 21, std430) readonly buffer LampFaces { LampFace lamp_faces[]; };

vec3 lamp_position(LampFace f) { return vec3(f.right.w, f.up.w, f.forward.w); }

// From what the lamp sees of a point: right and up in -1..1 of the map after division by z, the distance along
// Forward.
vec3 lamp_view(LampFace f, vec3 from_lamp) {
    return vec3(dot(f.right.xyz, from_lamp), dot(f.up.xyz, from_lamp), dot(f.forward.xyz, from_lamp));
}

// scene.CubeFace
int lamp_cube_face(vec3 d) {
    vec3 a = abs(d);
    int k = a.y > a.x ? 1 : 0;
    if (a.z > max(a.x, a.y)) k = 2;
    return 2 * k + (d[k] < 0.0 ? 1 : 0);
}

#endif
