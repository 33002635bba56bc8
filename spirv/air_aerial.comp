#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// The air between the viewer and things: scene.Air.Between, by direction and distance. A thread goes along
// a direction through all slices.
#define AIR_TABLES
#define AIR_MULTIPLE
#include "atmosphere.glsl"
#include "aerial.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push {
    float height; // of who looks
    float sun;    // cosine between sun and zenith
    float reach;  // metres to the last slice, level and upwards
} push;

layout(set = 1, binding = 4, rgba32f) writeonly uniform image2D result;

const int PARTS = 2; // of the way from slice to slice

void store(ivec2 p, int slice, vec4 even, vec4 haze) {
    imageStore(result, p + ivec2(slice * AERIAL_SIZE, 0), even);
    imageStore(result, p + ivec2(slice * AERIAL_SIZE, AERIAL_SIZE), haze);
}

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    vec2 place = vec2(p) / float(AERIAL_SIZE - 1);
    float mu = sin(aerial_elevation(place.y)), sun = push.sun;
    float nu = mu * sun + sqrt(max(1.0 - mu * mu, 0.0) * max(1.0 - sun * sun, 0.0)) * (1.0 - 2.0 * place.x * place.x);
    float phase = air_phase(nu);
    float height = max(push.height, LEAST_HEIGHT), start = GROUND_RADIUS + height;
    float reach = aerial_reach(push.reach, height, mu);
    AirWay w;
    w.height = height;
    w.mu = mu;

    vec3 through = vec3(1.0), even = vec3(0.0), haze = vec3(0.0);
    vec2 column = vec2(0.0); // metres of the ground's air and haze
    float from = 0.0, first = sun_risen(height, sun), risen = first;
    [[dont_unroll]] for (int i = 0; i <= PARTS * (AERIAL_SLICES - 1); i++) {
        // Before the first part, what a way of no length would show.
        float to = i == 0 ? 0.01 : aerial_distance(float((i - 1) / PARTS), reach);
        if (i > 0) to += float((i - 1) % PARTS + 1) / float(PARTS) * (aerial_distance(float((i - 1) / PARTS + 1), reach) - to);
        float t = 0.5 * (from + to), metres = to - from;
        AirStep s = air_step(way_at(w, t), metres);
        vec2 share = densities(s.height).xy;
        float cosine = (start * sun + t * nu) / (GROUND_RADIUS + s.height);
        float before = risen, top = way_at(w, to);
        risen = sun_risen(top, (start * sun + to * nu) / (GROUND_RADIUS + top));
        vec3 direct = air_through(transmittance, s.height, cosine) * sun_up(before, risen), more = multiple(s.height, cosine);
        even += through * s.metres * (s.molecules * (phase * direct + more) + s.haze * more);
        haze += through * s.metres * s.haze * direct;
        through *= s.pass;
        column += share * metres;
        vec3 seen = max(hidden(air.air.rgb * column.x + air.haze_extinction.rgb * column.y), vec3(1e-12));
        if (i % PARTS == 0) store(p, i / PARTS, vec4(even / seen, column.x / to), vec4(haze / seen, column.y / to));
        from = to;
        if (i > 0) continue;
        from = 0.0;
        risen = first;
        through = vec3(1.0);
        even = haze = vec3(0.0);
        column = vec2(0.0);
    }
}
