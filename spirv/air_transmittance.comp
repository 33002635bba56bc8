#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// How much light gets through the air, by direction and height: scene.NewAir.
#include "atmosphere.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 1, binding = 4, rgba32f) writeonly uniform image2D result;

const int STEPS = 32; // scene.transmittanceSteps

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), size = imageSize(result);
    if (any(greaterThanEqual(p, size))) return;
    vec2 place = vec2(p) / vec2(size - 1);
    float full = sqrt(AIR_TOP * (2.0 * GROUND_RADIUS + AIR_TOP));
    float rho = full * place.y;
    float height = rho * rho / (sqrt(rho * rho + GROUND_RADIUS * GROUND_RADIUS) + GROUND_RADIUS);
    float least = AIR_TOP - height;
    float d = least + place.x * (rho + full - least);
    float mu = d > 0.0 ? clamp(((full - rho) * (full + rho) - d * d) / (2.0 * (GROUND_RADIUS + height) * d), -1.0, 1.0) : 1.0;
    AirWay w = way_to_space(height, mu);
    vec3 depth = vec3(0.0);
    float from = way_cut(w, 0.0);
    [[dont_unroll]] for (int i = 0; i < STEPS; i++) {
        float to = way_cut(w, float(i + 1) / float(STEPS));
        depth += densities(way_at(w, way_cut(w, (float(i) + 0.5) / float(STEPS)))) * (to - from);
        from = to;
    }
    imageStore(result, p, vec4(exp(-(air.air.rgb * depth.x + air.haze_extinction.rgb * depth.y + air.ozone.rgb * depth.z)), 1.0));
}
