#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// Takes a frame into the mean of those before it. The rule is scene.TAAState.Next and scene.TAASeen, whose names,
// order and sources stand there; here is where a pixel's history is found.

layout(constant_id = 0) const bool MOVING = false; // things move, not only the camera

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 1, binding = 0) uniform sampler2D color;         // of this frame
layout(set = 1, binding = 1) uniform sampler2D depth;
layout(set = 1, binding = 2) uniform sampler2D motion;        // pixels since the previous frame, where something is
layout(set = 1, binding = 3) uniform sampler2D history;       // mean of the samples
layout(set = 1, binding = 4) uniform usampler2D kept;         // and the rest of the state, see keep
layout(set = 1, binding = 5, rgba16f) writeonly uniform image2D next;
layout(set = 1, binding = 6) writeonly uniform uimage2D keep;

layout(set = 1, binding = 7, std140) uniform Taa {
    mat4 previous_from_clip; // from this frame's clip space, jittered, to the previous one's without
    mat4 clip_from_previous; // both without jitter
    vec4 size;               // width, height, 1/width, 1/height
    vec4 options;            // xy: jitter in pixels; z: what history is multiplied by; w: frames in it
} taa;

const float FRAMES = 16.0, MOVING_FRAMES = 10.0, SPREAD_FRAMES = 8.0, SLACK = 1.0 / 1024.0, DISPLAY_MAX = 4096.0;
const float STILL = 1.5, MOVES = 1.25; // deviations of the neighbours that history may be away
const float SHARP = 0.75;              // of the cubic (minus a of Keys, "Cubic Convolution Interpolation for Digital Image Processing", 1981); 0.5 is Catmull-Rom

vec4 taa_space(vec4 c) {
    float y = 0.25 * c.r + 0.5 * c.g + 0.25 * c.b;
    float k = 1.0 / (1.0 + y);
    return vec4(y * k, 0.5 * (c.r - c.b) * k, (0.5 * c.g - 0.25 * c.r - 0.25 * c.b) * k, c.a);
}

vec4 taa_light(vec4 s) {
    float k = 1.0 / max(1.0 - s.x, 1.0 / (2.0 * DISPLAY_MAX));
    float low = s.x - s.z;
    return vec4(max(low + s.y, 0.0) * k, max(s.x + s.z, 0.0) * k, max(low - s.y, 0.0) * k, s.w);
}

vec2 clip_of(vec2 pixel) {
    vec2 t = pixel * taa.size.zw;
    return vec2(t.x * 2.0 - 1.0, 1.0 - t.y * 2.0);
}

// Rounds to half floats, up or down by a threshold of the pixel and the frame: always down or always to the nearest,
// a mean of many frames would drift or stand still.
vec4 to_half(vec4 v, uvec2 p) {
    uint threshold = (p.x * 3242174889u + p.y * 2447445414u + uint(taa.options.w) * 2654435769u) >> 19;
    return uintBitsToFloat((floatBitsToUint(v) + threshold) & ~0x1fffu);
}

// Where a point lands in pixels; far outside if it is behind the camera.
vec2 pixel_of(vec4 h) {
    if (h.w <= 0.0) return vec2(-1e6);
    return vec2(0.5 + 0.5 * h.x / h.w, 0.5 - 0.5 * h.y / h.w) * taa.size.xy;
}

// How far what stands still there has moved in the picture, pixels.
vec2 still_motion(vec2 pixel, float d) {
    return pixel - taa.options.xy - pixel_of(taa.previous_from_clip * vec4(clip_of(pixel), d, 1.0));
}

// A motion in 8 bits each way, finest near 0, up to 128 pixels.
vec2 coded(vec2 v) { return sign(v) * sqrt(min(abs(v), 128.0) / 128.0); }
vec2 decoded(vec2 s) { return sign(s) * s * s * 128.0; }

// The history between pixels: a cubic without the corners (Jimenez, "Filmic SMAA", 2016, has Catmull-Rom). It is a
// little sharper than that one, so that a texture that moves keeps its contrast over all the times it is fetched.
vec4 history_at(vec2 p) {
    vec2 middle = floor(p - 0.5) + 0.5, f = p - middle;
    vec2 w0 = f * (-SHARP + f * (2.0 * SHARP - SHARP * f));
    vec2 w1 = 1.0 + f * f * (-(3.0 - SHARP) + (2.0 - SHARP) * f);
    vec2 w2 = f * (SHARP + f * (3.0 - 2.0 * SHARP - (2.0 - SHARP) * f));
    vec2 w3 = f * f * (-SHARP + SHARP * f);
    vec2 w12 = w1 + w2;
    vec2 t0 = (middle - 1.0) * taa.size.zw, t12 = (middle + w2 / w12) * taa.size.zw, t3 = (middle + 2.0) * taa.size.zw;
    vec4 sum = textureLod(history, vec2(t12.x, t0.y), 0.0) * (w12.x * w0.y)
        + textureLod(history, vec2(t0.x, t12.y), 0.0) * (w0.x * w12.y)
        + textureLod(history, t12, 0.0) * (w12.x * w12.y)
        + textureLod(history, vec2(t3.x, t12.y), 0.0) * (w3.x * w12.y)
        + textureLod(history, vec2(t12.x, t3.y), 0.0) * (w12.x * w3.y);
    float weight = w12.x * w0.y + w0.x * w12.y + w12.x * w12.y + w3.x * w12.y + w12.x * w3.y;
    return max(sum / weight, vec4(0.0));
}

// A workgroup's pixels and their neighbours in taa_space, and reversed depths.
const int SIDE = 8 + 2;
shared vec4 tile[SIDE * SIDE];
shared float depths[SIDE * SIDE];

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), last = ivec2(taa.size.xy) - 1;
    ivec2 corner = 8 * ivec2(gl_WorkGroupID.xy) - 1;
    [[dont_unroll]] for (int i = int(gl_LocalInvocationIndex); i < SIDE * SIDE; i += 64) {
        ivec2 q = clamp(corner + ivec2(i % SIDE, i / SIDE), ivec2(0), last);
        tile[i] = taa_space(texelFetch(color, q, 0));
        depths[i] = texelFetch(depth, q, 0).r;
    }
    barrier();
    if (any(greaterThan(p, last))) return;

    int center = int((gl_LocalInvocationID.y + 1u) * SIDE + gl_LocalInvocationID.x) + 1;
    vec4 current = texelFetch(color, p, 0), mean = vec4(0.0), square = vec4(0.0);
    float nearest = -1.0; // of the nearest surface around, whose motion counts
    ivec2 place = p;
    for (int j = -1; j <= 1; j++) {
        for (int i = -1; i <= 1; i++) {
            int k = center + j * SIDE + i;
            vec4 s = tile[k];
            mean += s / 9.0;
            square += s * s / 9.0;
            if (depths[k] > nearest) {
                nearest = depths[k];
                place = clamp(p + ivec2(i, j), ivec2(0), last);
            }
        }
    }

    vec2 still = still_motion(vec2(place) + 0.5, nearest);
    vec2 now = MOVING && nearest > 0.0 ? texelFetch(motion, place, 0).xy : still;
    if (all(lessThan(abs(now), vec2(1.0 / 256.0)))) now = vec2(0.0);
    vec2 own = now - still;
    if (all(lessThan(abs(own), vec2(1.0 / 64.0)))) own = vec2(0.0);
    vec2 from = vec2(p) + 0.5 - now;

    float count = 0.0, spread = 0.0, before_this = 0.0;
    if (taa.options.w > 0.0 && all(greaterThanEqual(from, vec2(0.0))) && all(lessThan(from, taa.size.xy))) {
        uvec2 k = texelFetch(kept, ivec2(from), 0).xy;
        vec2 own_then = decoded(unpackSnorm4x8(k.y).xy);
        vec2 d = unpackHalf2x16(k.x);
        vec2 then = pixel_of(taa.clip_from_previous * vec4(clip_of(from), d.x, 1.0)) - from + own_then;
        if (length(now - then) <= 0.5 + 0.1 * length(own_then)) {
            count = float((k.y >> 28) + 1u);
            spread = float(k.y >> 16 & 0xfffu) / 2048.0;
            before_this = d.y;
        }
    }

    vec4 result = current;
    if (count > 0.0) {
        vec4 before = now == vec2(0.0) ? texelFetch(history, p, 0) : history_at(from);
        before.rgb *= taa.options.z;
        vec4 old = taa_space(before), off = old - mean;
        vec4 reach = (now == vec2(0.0) ? STILL : MOVES) * sqrt(max(square - mean * mean, vec4(0.0))) + SLACK;
        vec4 ratio = abs(off) / reach, over = abs(off) - reach;
        float beyond = max(max(ratio.x, ratio.y), max(ratio.z, ratio.w)), excess = max(max(over.x, over.y), max(over.z, over.w));
        if (beyond > 1.0) {
            // As far as samples differ from each other, a mean of them may be away from what is around now.
            float kept_share = spread > 0.0 ? clamp(2.0 - excess / spread, 0.0, 1.0) : 0.0;
            before = mix(taa_light(mean + off / beyond), before, kept_share);
        }
        float n = min(count, (now == vec2(0.0) ? FRAMES : MOVING_FRAMES) - 1.0);
        result = before + (current - before) / (n + 1.0);
        spread += (abs(tile[center].x - before_this) - spread) / min(n, SPREAD_FRAMES);
    }
    imageStore(next, p, min(to_half(result, uvec2(p)), vec4(vec3(DISPLAY_MAX), 1.0)));
    count = min(count + 1.0, FRAMES);
    imageStore(keep, p, uvec4(packHalf2x16(vec2(nearest, tile[center].x)),
                              (packSnorm4x8(vec4(coded(own), 0.0, 0.0)) & 0xffffu) | uint(min(spread * 2048.0, 4095.0)) << 16 | uint(count - 1.0) << 28, 0u, 0u));
}
