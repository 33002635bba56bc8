// Rectangles and balls that shine. The rules are those of scene/area_light.go, with the same names and
// in their order.
#ifndef AREA_GLSL
#define AREA_GLSL

#include "brdf.glsl"
#include "lamp_face.glsl"
#include "light.glsl"

layout(constant_id = 22) const bool LAMP_SOFT = false; // some lamps that cast shadows have a size

// scene.LTCAt: u is the root of 1 - n.v, v the roughness from MIN_ROUGHNESS to 1, from the centre of the
// first texel to that of the last.
layout(set = 0, binding = 24) uniform sampler2D ltc_table;

// scene.ballSides
int ball_sides(float roughness) {
    return roughness < 0.2 ? 24 : roughness < 0.5 ? 16 : 8;
}

// Illuminance of a ball per pi times its luminance.
float ball_factor(float cos_theta, float sin_sigma2) {
    if (cos_theta * cos_theta >= sin_sigma2) return sin_sigma2 * max(cos_theta, 0.0);
    float sin_theta = sqrt(1.0 - cos_theta * cos_theta);
    float x = sqrt(1.0 / sin_sigma2 - 1.0);
    float y = clamp(-x * cos_theta / max(sin_theta, 1e-6), -1.0, 1.0);
    float s = sin_theta * sqrt(1.0 - y * y);
    return ((cos_theta * acos(y) - x * s) * sin_sigma2 + atan(s, x)) / PI;
}

// A polygon that shines, with its corners on an ellipse, relative to the point that it lights.
struct AreaShape {
    vec3 center;
    vec3 right, up; // half axes of the ellipse
    int sides;      // 0: it shows nothing
};

// Rows of a rotation with a unit vector as its z.
mat3 any_frame(vec3 z) {
    float s = z.z >= 0.0 ? 1.0 : -1.0;
    float a = -1.0 / (s + z.z);
    float b = z.x * z.y * a;
    return mat3(vec3(1.0 + s * z.x * z.x * a, s * b, -s * z.x), vec3(b, s + z.y * z.y * a, -z.y), z);
}

// Rows of a rotation with the normal as its z and the viewer in xz, on the side of x.
mat3 view_frame(vec3 normal, vec3 view) {
    vec3 y = cross(normal, view);
    if (!(dot(y, y) > 1e-12)) return any_frame(normal);
    y = normalize(y);
    return mat3(cross(y, normal), y, normal);
}

AreaShape rect_seen_from(Light light, vec3 point) {
    AreaShape s;
    s.center = light.position.xyz - point;
    bool behind = dot(s.center, light.direction.xyz) >= 0.0;
    s.sides = behind && (light.flags & LIGHT_TWO_SIDED) == 0u ? 0 : 4;
    s.right = light.right.xyz * sqrt(2.0);
    s.up = light.up.xyz * sqrt(2.0);
    return s;
}

// `towards` is unit, to the middle of a ball; `sin2` the squared sine of half the angle that it spans.
AreaShape ball_seen_from(vec3 towards, float sin2, int sides) {
    AreaShape s;
    mat3 frame = any_frame(towards);
    sin2 = min(sin2, 0.9999);
    float r = sqrt(sin2 / (1.0 - sin2)) * sqrt(2.0 * PI / (float(sides) * sin(2.0 * PI / float(sides))));
    s.center = towards;
    s.right = frame[0] * r;
    s.up = frame[1] * r;
    s.sides = sides;
    return s;
}

float edge_factor(vec3 from, vec3 along) {
    vec3 c = cross(from, along);
    float sine = length(c);
    return sine > 0.0 ? atan(sine, dot(from, from) + dot(from, along)) * c.z / sine : 0.0;
}

// Cuts an edge to what has a height of at least 0.
void cut_edge(inout vec3 from, inout vec3 to, inout vec3 along, float from_height, float to_height) {
    float t = from_height / (from_height - to_height);
    vec3 crossing = from + along * t;
    bool starts = from_height >= 0.0, ends = to_height >= 0.0;
    along *= starts ? (ends ? 1.0 : t) : (ends ? 1.0 - t : 0.0);
    to = ends ? to : (starts ? crossing : from);
    from = starts || !ends ? from : crossing;
}

// A direction in the plane as a turn; none right above z.
vec2 azimuth(vec2 d) {
    float r = length(d);
    return r > 0.0 ? d / r : vec2(1.0, 0.0);
}

vec2 turned(vec2 a, vec2 b) {
    return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// The integral of the clamped cosine about local z, over pi, over what a shape covers above the
// plane of the facet. `local` has rows. What is precise has to come out the same for both edges of a corner.
float polygon_factor(mat3 local, vec3 facet, AreaShape s) {
    vec3 leaves = vec3(0.0), enters = vec3(0.0);
    float sum = 0.0;
    vec2 turn = vec2(1.0, 0.0);
    // Corners go around by equal turns, and back to the very first.
    float angle = PI / float(max(s.sides, 1));
    vec2 corner = vec2(cos(angle), sin(angle)), step = s.sides == 4 ? vec2(0.0, 1.0) : vec2(cos(2.0 * angle), sin(2.0 * angle));
    precise vec3 p = s.center + s.right * corner.x + s.up * corner.y;
    precise float h = dot(p, facet);
    vec2 first_corner = corner;
    vec3 first = p;
    float first_h = h;
    int edges = s.sides > 0 ? s.sides + 1 : 0;
    [[dont_unroll]] for (int i = 0; i < edges; i++) {
        vec3 from = leaves, to = enters, along = enters - leaves; // the last one closes the outline
        if (i < s.sides) {
            vec2 next_corner = turned(corner, step);
            precise vec3 next = s.center + s.right * next_corner.x + s.up * next_corner.y;
            precise float next_h = dot(next, facet);
            if (i == s.sides - 1) {
                next_corner = first_corner;
                next = first;
                next_h = first_h;
            }
            from = p;
            to = next;
            along = s.right * (next_corner.x - corner.x) + s.up * (next_corner.y - corner.y);
            cut_edge(from, to, along, h, next_h);
            if (h >= 0.0 && next_h < 0.0) leaves = to;
            if (h < 0.0 && next_h >= 0.0) enters = from;
            corner = next_corner;
            p = next;
            h = next_h;
        }
        precise vec3 local_from = from * local, local_to = to * local; // rows times a column
        along = along * local;
        float from_z = local_from.z, to_z = local_to.z;
        vec3 a = local_from, b = local_to;
        cut_edge(a, b, along, from_z, to_z);
        if (from_z >= 0.0 && to_z < 0.0) turn = turned(turn, azimuth(vec2(b.x, -b.y)));
        if (from_z < 0.0 && to_z >= 0.0) turn = turned(turn, azimuth(a.xy));
        sum += edge_factor(a, along);
    }
    return min(abs(sum + atan(turn.y, turn.x)) / (2.0 * PI), 1.0);
}

// Rows of the matrix of the surface's lobe, scene.LTC.Matrix, and its share above the surface, scene.LTC.Above.
mat3 ltc_matrix(Brdf b, mat3 frame, out float above) {
    vec2 size = vec2(textureSize(ltc_table, 0));
    vec2 at = vec2(sqrt(1.0 - b.n_dot_v), (b.roughness - MIN_ROUGHNESS) / (1.0 - MIN_ROUGHNESS));
    vec4 l = textureLod(ltc_table, (at * (size - 1.0) + 0.5) / size, 0.0);
    l.zw *= b.alpha;
    float sine = sqrt(1.0 - b.n_dot_v * b.n_dot_v);
    vec2 horizon = vec2(l.w * sine - l.z * b.n_dot_v, l.x * b.n_dot_v - l.y * sine);
    above = 0.5 + 0.5 * horizon.y / length(horizon);
    vec3 x = b.n_dot_v * frame[0] + sine * frame[2], z = b.n_dot_v * frame[2] - sine * frame[0];
    return mat3(l.x * x + l.y * z, frame[1], l.z * x + l.w * z);
}

// Luminance towards the viewer, cd/m^2, of a rectangle or a ball. `share` is set to how much of the surface's illuminance
// comes from the share of the lamp whose shadow is known in this frame, times how many shares there are: scene.LampShare.
vec3 area_reflect(Brdf b, Light light, vec3 world, vec3 facet, out float share) {
    mat3 frame = view_frame(b.normal, b.view);
    AreaShape shape;
    vec3 luminance;
    vec3 factors = vec3(0.0); // diffuse, specular, diffuse of the share
    int first = 0, last = 1;
    LampFace f = lamp_faces[LAMP_SOFT ? max(light.shadow, 0) >> 1 : 0];
    float shares = LAMP_SOFT && light.shadow >= 0 ? f.share_right.w : 0.0;
    vec3 from = lamp_position(f) - world;
    if (light.kind == LIGHT_RECT) {
        shape = rect_seen_from(light, world);
        luminance = light.intensity.rgb * light_window(light, dot(shape.center, shape.center));
    } else {
        vec3 towards;
        vec3 e = light_at(light, world, towards);
        vec3 d = light.position.xyz - world;
        float d2 = max(dot(d, d), MIN_LIGHT_DISTANCE * MIN_LIGHT_DISTANCE);
        float r2 = light.right.w * light.right.w;
        shape = ball_seen_from(towards, r2 / d2, ball_sides(b.roughness));
        luminance = e * d2 / (PI * r2);
        float sin2 = min(r2 / d2, 1.0), above = dot(facet, towards);
        if (above > 0.0 || above * above < sin2) factors.x = ball_factor(clamp(dot(b.normal, towards), -1.0, 1.0), sin2);
        first = 1;
        if (max(e.r, max(e.g, e.b)) <= 0.0) shape.sides = 0;
        if (shares > 0.0) {
            float away2 = max(dot(from, from), 1e-8), radius2 = f.share_up.w * f.share_up.w;
            vec3 way = from * inversesqrt(away2);
            sin2 = min(radius2 / away2, 1.0), above = dot(facet, way);
            if (above > 0.0 || above * above < sin2) factors.z = ball_factor(clamp(dot(b.normal, way), -1.0, 1.0), sin2) * r2 / radius2;
        }
    }
    if (light.kind == LIGHT_RECT && shares > 0.0) last = 2;
    [[dont_unroll]] for (int i = first; i <= last; i++) {
        mat3 local = frame;
        float above = 1.0;
        if (i == 1) local = ltc_matrix(b, frame, above);
        if (i == 2) {
            shape.center = from;
            shape.right = f.share_right.xyz * sqrt(2.0);
            shape.up = f.share_up.xyz * sqrt(2.0);
        }
        factors[i] = polygon_factor(local, facet, shape) / above;
        if (i == 2) factors.z *= shares;
    }
    share = shares > 0.0 && factors.x > 0.0 ? factors.z / factors.x : 1.0;
    return luminance * (b.diffuse * factors.x + b.albedo * factors.y);
}

#endif
