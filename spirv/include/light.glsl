// Lamps. The rules are scene.PointLight.Illuminance and those of the other kinds; the struct mirrors
// passes.lightBlock.
#ifndef LIGHT_GLSL
#define LIGHT_GLSL

struct Light {
    vec4 position;   // world; w: 1/range^2, 0: unbounded
    vec4 intensity;  // candela per channel, of a rectangle cd/m^2; w: scale of the cone's cosine, 0: no cone
    vec4 direction;  // unit, the way a spot, a rectangle or vertical angle 0 of a profile shines; w: offset of the cone's cosine
    vec4 right;      // of a rectangle: half its width; of a profile: horizontal angle 0, unit; w: radius of a ball, metres
    vec4 up;         // of a rectangle: half its height; of a profile: horizontal angle 90 degrees, unit
    uint kind;       // LIGHT_*
    int shadow;      // twice its first shadow map, plus 1 if they are the six of a cube; -1: none
    int profile;     // layer of how it spreads its light, -1: evenly
    uint flags;      // LIGHT_TWO_SIDED
};

const uint LIGHT_POINT = 0u;
const uint LIGHT_SPOT = 1u;
const uint LIGHT_RECT = 2u;

const uint LIGHT_TWO_SIDED = 1u;

layout(constant_id = 24) const bool AREA_LIGHTS = false; // rectangles, or balls
layout(constant_id = 25) const bool PROFILES = false;

const float MIN_LIGHT_DISTANCE = 0.01; // scene.MinLightDistance

layout(set = 0, binding = 3, std430) readonly buffer Lights { Light lights[]; };

// Shares of each profile's brightest intensity: u goes around with the horizontal angle, v from straight down, at the centre
// of the first row, to straight up, at that of the last. The rule is scene.Profile.
layout(set = 0, binding = 25) uniform sampler2DArray profile_table;

// Share that goes in a direction from the light, unit.
float profile_share(Light light, vec3 d) {
    vec2 size = vec2(textureSize(profile_table, 0).xy);
    float vertical = acos(clamp(dot(d, light.direction.xyz), -1.0, 1.0));
    float horizontal = atan(dot(d, light.up.xyz), dot(d, light.right.xyz));
    const float turn = 6.28318530717959;
    vec3 at = vec3(horizontal / turn + 0.5 / size.x, (vertical / (0.5 * turn) * (size.y - 1.0) + 0.5) / size.y, float(light.profile));
    return textureLod(profile_table, at, 0.0).r;
}

// What ends a light smoothly at its range, from the squared distance.
float light_window(Light light, float d2) {
    float q = d2 * light.position.w;
    float window = max(1.0 - q * q, 0.0);
    return window * window;
}

// Illuminance in lux at `point` on a plane facing the light; `towards` is set to the unit vector
// to the light. At the light itself there is none. Rectangles and balls count as if they were
// points.
vec3 light_at(Light light, vec3 point, out vec3 towards) {
    vec3 d = light.position.xyz - point;
    float d2 = dot(d, d);
    towards = vec3(0.0, 1.0, 0.0);
    if (d2 <= 0.0) return vec3(0.0);
    towards = d * inversesqrt(d2);
    float e = light_window(light, d2) / max(d2, MIN_LIGHT_DISTANCE * MIN_LIGHT_DISTANCE);
    if (AREA_LIGHTS && light.kind == LIGHT_RECT) {
        float c = dot(light.direction.xyz, -towards);
        if ((light.flags & LIGHT_TWO_SIDED) != 0u) c = abs(c);
        return light.intensity.rgb * (e * 4.0 * length(light.right.xyz) * length(light.up.xyz) * max(c, 0.0));
    }
    if (PROFILES && light.profile >= 0) e *= profile_share(light, -towards);
    if (light.intensity.w > 0.0) {
        float cone = clamp(dot(light.direction.xyz, -towards) * light.intensity.w + light.direction.w, 0.0, 1.0);
        e *= cone * cone;
    }
    return light.intensity.rgb * e;
}

#endif
