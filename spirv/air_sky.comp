#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// The sky from a height in the light of one sun: scene.SkyView. The left half of the table is its
// smooth part, the right half what is still to be multiplied by the phase function of haze.
#define AIR_TABLES
#define AIR_MULTIPLE
#include "atmosphere.glsl"
#include "air_view.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push {
    float height;  // of who looks
    float sun;     // cosine between sun and zenith
    float horizon; // its elevation, radians
    int steps;
    int row;       // of the result, where the table begins
    int rows;      // that it has
} push;

layout(set = 1, binding = 4, rgba32f) writeonly uniform image2D result;

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), size = ivec2(imageSize(result).x / 2, push.rows);
    if (any(greaterThanEqual(p, size))) return;
    float e = view_elevation(p.y, size.y, push.horizon);
    float u = float(p.x) / float(size.x - 1);
    float y = sin(e), mu_sun = push.sun;
    float nu = y * mu_sun + cos(e) * sqrt(max(1.0 - mu_sun * mu_sun, 0.0)) * (1.0 - 2.0 * u * u);
    float phase = air_phase(nu);

    AirWay w = way_through_air(push.height, y);
    vec3 through = vec3(1.0), smooth_light = vec3(0.0), haze_light = vec3(0.0);
    float from = way_cut(w, 0.0), start = GROUND_RADIUS + max(push.height, LEAST_HEIGHT);
    float risen = sun_risen(w.height, (start * mu_sun + w.skipped * nu) / (GROUND_RADIUS + w.height));
    [[dont_unroll]] for (int i = 0; i <= push.steps; i++) {
        bool ground = i == push.steps; // what the way ends at, in the loop for the sake of one fetch
        if (ground && !w.ground) break;
        float to = way_cut(w, float(i + 1) / float(push.steps)), t = way_cut(w, (float(i) + 0.5) / float(push.steps));
        if (ground) t = w.end;
        AirStep s = air_step(ground ? 0.0 : way_at(w, t), to - from);
        float mu = (start * mu_sun + (w.skipped + t) * nu) / (GROUND_RADIUS + s.height);
        float before = risen, top = way_at(w, to);
        risen = sun_risen(top, (start * mu_sun + (w.skipped + to) * nu) / (GROUND_RADIUS + top));
        if (ground) before = risen = sun_risen(0.0, mu);
        vec3 direct = air_through(transmittance, s.height, mu) * sun_up(before, risen);
        if (ground) {
            smooth_light += through * air.albedo.rgb / AIR_PI * (direct * max(mu, 0.0) + sky_on_ground(mu));
            break;
        }
        vec3 more = multiple(s.height, mu);
        smooth_light += through * s.metres * (s.molecules * (phase * direct + more) + s.haze * more);
        haze_light += through * s.metres * s.haze * direct;
        through *= s.pass;
        from = to;
    }
    imageStore(result, p + ivec2(0, push.row), vec4(smooth_light, 1.0));
    imageStore(result, p + ivec2(size.x, push.row), vec4(haze_light, 1.0));
}
