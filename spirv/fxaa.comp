#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// Smooths the stairs of edges in display values, and rounds. The rule is scene.FXAA, whose names, order and
// sources stand there.
#include "srgb.glsl"
#include "pack.glsl"

const float FXAA_EDGE = 0.125, FXAA_DARK = 0.0625, FXAA_SUB_PIX = 0.75, FXAA_QUARTER = 0.25;
const int FXAA_STEPS[12] = int[](1, 1, 1, 1, 1, 1, 2, 2, 2, 4, 4, 8);

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push {
    uint width, height; // of a band of rows
    uint first;         // its first row
} push;

layout(set = 1, binding = 0) uniform sampler2D shown;

vec4 at(ivec2 p) { return texelFetch(shown, clamp(p, ivec2(0), textureSize(shown, 0) - 1), 0); }

float signal(ivec2 p) {
    vec4 c = at(p);
    return c.a * (dot(c.rgb, vec3(0.299, 0.587, 0.114)) + 1.0) - 1.0;
}

vec4 fxaa_mix(vec4 a, vec4 b, float share) {
    float alpha = a.a + share * (b.a - a.a);
    if (alpha <= 0.0) return vec4(vec3(0.0), alpha);
    vec3 la = a.a * srgb_decode(a.rgb), lb = b.a * srgb_decode(b.rgb);
    return vec4(srgb_encode((la + share * (lb - la)) / alpha), alpha);
}

vec4 fxaa(ivec2 p) {
    float m = signal(p);
    float n = signal(p + ivec2(0, -1)), s = signal(p + ivec2(0, 1)), w = signal(p + ivec2(-1, 0)), e = signal(p + ivec2(1, 0));
    float high = max(m, max(max(n, s), max(w, e))), low = min(m, min(min(n, s), min(w, e)));
    float contrast = high - low;
    if (contrast < max(FXAA_DARK, FXAA_EDGE * high)) return at(p);
    float nw = signal(p + ivec2(-1, -1)), ne = signal(p + ivec2(1, -1)), sw = signal(p + ivec2(-1, 1)), se = signal(p + ivec2(1, 1));
    float level = abs(nw + sw - 2.0 * w) + 2.0 * abs(n + s - 2.0 * m) + abs(ne + se - 2.0 * e);
    float upright = abs(nw + ne - 2.0 * n) + 2.0 * abs(w + e - 2.0 * m) + abs(sw + se - 2.0 * s);

    float mean = (2.0 * (n + s + w + e) + nw + ne + sw + se) / 12.0;
    float lone = clamp(1.5 * abs(mean - m) / contrast - 0.5, 0.0, 1.0);
    lone = lone * lone * (3.0 - 2.0 * lone) * FXAA_SUB_PIX;

    ivec2 along_edge = level < upright ? ivec2(0, 1) : ivec2(1, 0);
    ivec2 cross_edge = level < upright ? ivec2(-1, 0) : ivec2(0, -1);
    float before = level < upright ? w : n, after = level < upright ? e : s;
    float across = before;
    if (abs(after - m) > abs(before - m)) {
        cross_edge = -cross_edge;
        across = after;
    }
    float middle = (m + across) / 2.0;
    float limit = FXAA_QUARTER * abs(across - m);

    int far[2];
    float shift[2];
    for (int side = 0; side < 2; side++) {
        far[side] = 0;
        [[dont_unroll]] for (int i = 0; i < 12; i++) {
            far[side] += FXAA_STEPS[i];
            ivec2 q = p + (1 - 2 * side) * far[side] * along_edge;
            shift[side] = (signal(q) + signal(q + cross_edge)) / 2.0 - middle;
            if (abs(shift[side]) >= limit) break;
        }
    }
    int nearer = far[1] < far[0] ? 1 : 0;
    float along = 0.0;
    if ((shift[nearer] < 0.0) != (m < middle)) along = 0.5 - float(far[nearer]) / float(far[0] + far[1]);
    return fxaa_mix(at(p), at(p + cross_edge), max(along, lone));
}

void main() {
    uvec2 p = gl_GlobalInvocationID.xy;
    if (p.x >= push.width || p.y >= push.height) return;
    uint i = p.y * push.width + p.x;
    p.y += push.first;
    pack(i, p, fxaa(ivec2(p)));
}
