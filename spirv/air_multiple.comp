#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// What all scattering after the first adds, by the sun's height and the point's: scene.Air.scatterAgain.
// A workgroup is an entry of the table, a thread one of its directions.
#define AIR_TABLES
#include "atmosphere.glsl"

const int STEPS = 12;                // scene.multipleSteps
const int RINGS = 12, TURNS = 4;     // scene.multipleRings, multipleTurns
const int DIRECTIONS = RINGS * TURNS;

layout(local_size_x = DIRECTIONS) in;

layout(set = 1, binding = 4, rgba32f) writeonly uniform image2D result;

shared vec3 first[DIRECTIONS];
shared vec3 again[DIRECTIONS];

void main() {
    ivec2 p = ivec2(gl_WorkGroupID.xy), size = imageSize(result);
    vec2 place = vec2(p) / vec2(size - 1);
    float sun = multiple_sun(place.x), height = max(AIR_TOP * place.y * place.y, LEAST_HEIGHT);
    int d = int(gl_LocalInvocationID.x);
    float u = 1.0 - 2.0 * (float(d / TURNS) + 0.5) / float(RINGS);
    float t = (float(d % TURNS) + 0.5) / float(TURNS), y = u * abs(u);
    float share = 2.0 * abs(u) * 2.0 * t / float(DIRECTIONS);
    float nu = y * sun + sqrt(1.0 - y * y) * cos(AIR_PI * t * t) * sqrt(max(1.0 - sun * sun, 0.0));

    AirWay w = way_through_air(height, y);
    vec3 through = vec3(1.0), once = vec3(0.0), back = vec3(0.0);
    float from = way_cut(w, 0.0), start = GROUND_RADIUS + height;
    [[dont_unroll]] for (int i = 0; i <= STEPS; i++) {
        bool ground = i == STEPS; // what the way ends at, in the loop for the sake of one fetch
        if (ground && !w.ground) break;
        float to = way_cut(w, float(i + 1) / float(STEPS)), at = ground ? w.end : way_cut(w, (float(i) + 0.5) / float(STEPS));
        AirStep s = air_step(ground ? 0.0 : way_at(w, at), to - from);
        float mu = (start * sun + at * nu) / (GROUND_RADIUS + s.height);
        vec3 direct = sun_direct(s.height, mu);
        if (ground) {
            once += through * air.albedo.rgb / AIR_PI * direct * max(mu, 0.0);
            break;
        }
        vec3 scattered = through * s.metres * (s.molecules + s.haze);
        back += scattered;
        once += scattered * direct / (4.0 * AIR_PI);
        through *= s.pass;
        from = to;
    }
    first[d] = once * share;
    again[d] = back * share;
    barrier();
    if (d != 0) return;
    vec3 sum = vec3(0.0), returned = vec3(0.0);
    for (int i = 0; i < DIRECTIONS; i++) {
        sum += first[i];
        returned += again[i];
    }
    vec3 all = p.x == 0 ? vec3(0.0) : sum / max(1.0 - returned, vec3(1e-3));
    imageStore(result, p, vec4(all, 1.0));
}
