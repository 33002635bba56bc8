// Shadows in the light of lamps that have a size: percentage-closer soft shadows (Fernando, "Percentage-Closer Soft
// Shadows", SIGGRAPH 2005 sketches) by directions from the lamp, which go through whatever face they go through.
//
// All samples lie in the plane of the point that is shaded, raised by the normal offset: what nothing stands before is lit
// in full, however wide the filter is.
#ifndef LAMP_SOFT_GLSL
#define LAMP_SOFT_GLSL

#include "area.glsl"
#include "lamp_face.glsl"
#include "light.glsl"
#include "soft_disc.glsl"

layout(set = 0, binding = 23) uniform sampler2DArray lamp_depths;

const float LAMP_SEARCH = 3.0;  // radii of the lamp around the point's direction, as far as the lamp is: where what casts shadows is looked for
const float LAMP_WIDEST = 0.6;  // tangent: no filter is wider
const float SHARE_SAMPLES = 128.0; // of all shares of a lamp together; 8 to 16 of each
const float LAMP_LEAST = 1.25;  // texels: what hides the map's steps where the shadow is sharp

int lamp_soft_samples(LampFace f) {
    return int(clamp(SHARE_SAMPLES / max(f.share_right.w, 1.0), float(SOFT_SAMPLES / 2), float(SOFT_SAMPLES)));
}

// A direction from a lamp in its maps.
struct LampRay {
    vec2 uv;
    float forward; // of the direction, along the face's axis
    float near;
    float end;     // as far as something along it can stand before a point, in lengths of the direction
    bool seen;     // there is a map
};

// scene.LampDepthBias
float lamp_depth_bias(LampFace f, vec3 world, float offset) {
    return f.bias.z + distance(frame.camera.xyz, world) / 32768.0 + 0.05 * offset;
}

// By what a point, seen from the lamp, is raised along its normal in a face.
float lamp_raise(LampFace f, vec3 point, vec3 facet) {
    float slant = (abs(dot(f.right.xyz, facet)) + abs(dot(f.up.xyz, facet))) * f.bias.y;
    return f.bias.x * max(dot(f.forward.xyz, point), 0.0) * slant / (1.0 - f.bias.x * slant * dot(f.forward.xyz, facet));
}

// The point is seen from the lamp, z metres away. What stands before it is nearer than it, and above its raised plane.
LampRay lamp_ray(Light light, vec3 direction, vec3 point, float z, vec3 facet) {
    int index = light.shadow >> 1;
    if ((light.shadow & 1) != 0) index += lamp_cube_face(direction);
    LampFace f = lamp_faces[index];
    vec3 v = lamp_view(f, direction);
    LampRay r;
    r.forward = v.z;
    r.near = f.bias.w;
    float facing = dot(facet, direction), height = dot(facet, point) + lamp_raise(f, point, facet);
    r.end = (facing < -1e-4 ? min(height / facing, z) : z) - lamp_depth_bias(f, light.position.xyz + point, f.bias.x * dot(f.forward.xyz, point));
    r.seen = f.place.z > 0.0 && max(abs(v.x), abs(v.y)) < v.z;
    r.uv = (f.place.xy + v.xy / (r.seen ? v.z : 1.0) * f.place.z) * vec2(0.5, -0.5) + 0.5;
    return r;
}

// Share of the light of a ball or a disc of a radius, in metres, that reaches a point. `f` is the face that its centre sees the point
// in. Points of the disc count by their height above the point's plane, as they light it: those below do not.
float lamp_soft(Light light, LampFace f, float radius, vec3 world, vec3 facet, uvec2 pixel, int samples) {
    vec3 point = world - lamp_position(f), q = point + facet * lamp_raise(f, point, facet);
    float z = length(q);
    vec3 along = q / max(z, 1e-6);
    vec3 right = normalize(abs(along.y) < 0.9 ? cross(along, vec3(0.0, 1.0, 0.0)) : cross(along, vec3(1.0, 0.0, 0.0)));
    vec3 up = cross(right, along);
    vec2 lean = vec2(dot(facet, right), dot(facet, up)) * radius;
    float texel = f.bias.x * 0.5; // as a slope
    float height = -dot(facet, q); // of the centre above the plane
    if (height <= 0.0) samples = 0; // the map shows what is below the plane

    float turn = soft_turn(pixel), least = LAMP_LEAST * texel;
    float reach = clamp(LAMP_SEARCH * radius / max(z, 1e-6), least, LAMP_WIDEST);
    float between = 0.0, found = 0.0, out_to = sqrt(float(SOFT_SAMPLES) / float(max(samples, 1))); // the disc's rim
    [[dont_unroll]] for (int i = 0; i < samples; i++) {
        // From the middle on, where what is near the point stands before the ball, and closer together there.
        float out_of = float(i) / float(samples);
        vec2 o = i == 0 ? vec2(0.0) : normalize(soft_sample(i, turn)) * (reach * out_of * out_of);
        vec3 d = along + right * o.x + up * o.y; // a metre along for each metre towards the point
        LampRay r = lamp_ray(light, d, point, z, facet);
        if (!r.seen) continue;
        float s = r.near / max(textureLod(lamp_depths, vec3(r.uv, 0.0), 0.0).r, 1e-30) / r.forward;
        // Before the point, and not beside all ways from it to the ball.
        bool blocks = s < r.end && length(o) * s <= radius * (z - s) / z + (texel + least) * s;
        if (blocks) {
            between += s;
            found += 1.0;
        }
    }
    if (found == 0.0) return 1.0;
    float s = max(between / found, 1e-6);
    float wide = clamp(radius * max(z - s, 0.0) / (s * z), least, LAMP_WIDEST);
    float lit = 0.0, all = 0.0;
    [[dont_unroll]] for (int i = 0; i < samples; i++) {
        vec2 o = soft_sample(i, turn) * out_to;
        float weight = max(height + dot(lean, o), 0.0);
        o *= wide;
        vec3 d = along + right * o.x + up * o.y;
        LampRay r = lamp_ray(light, d, point, z, facet);
        all += weight;
        float depth = r.near / max(r.end * r.forward, 1e-6);
        lit += r.seen ? weight * texture(lamp_map, vec4(r.uv, 0.0, depth)) : weight;
    }
    return all > 0.0 ? lit / all : 1.0;
}

#endif
