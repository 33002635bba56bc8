// Lamps. The rules are scene.PointLight.Illuminance and those of the other kinds; the struct mirrors
// passes.lightBlock.
#ifndef LIGHT_GLSL
#define LIGHT_GLSL

struct Light {
    vec4 position;   // world; w: 1/range^2, 0: unbounded
    vec4 intensity;  // candela per channel, of a rectangle cd/m^2; w: scale of the cone's cosine, 0: no cone
    vec4 direction;  // unit, the way a spot or a rectangle shines; w: offset of the cone's cosine
    vec4 right;      // of a rectangle: half its width; w: radius of a ball, metres
    vec4 up;         // of a rectangle: half its height
    uint kind;       // LIGHT_*
    int shadow;      // twice its first shadow map, plus 1 if they are the six of a cube; -1: none
    int profile;     // how it spreads its light, -1: evenly
    uint flags;
};

const uint LIGHT_POINT = 0u;
const uint LIGHT_SPOT = 1u;

const float MIN_LIGHT_DISTANCE = 0.01; // scene.MinLightDistance

layout(set = 0, binding = 3, std430) readonly buffer Lights { Light lights[]; };

// Illuminance in lux at `point` on a plane facing the light; `towards` is set to the unit vector
// to the light. At the light itself there is none.
vec3 light_at(Light light, vec3 point, out vec3 towards) {
    vec3 d = light.position.xyz - point;
    float d2 = dot(d, d);
    towards = vec3(0.0, 1.0, 0.0);
    if (d2 <= 0.0) return vec3(0.0);
    towards = d * inversesqrt(d2);
    float q = d2 * light.position.w;
    float window = max(1.0 - q * q, 0.0);
    float e = window * window / max(d2, MIN_LIGHT_DISTANCE * MIN_LIGHT_DISTANCE);
    if (light.intensity.w > 0.0) {
        float cone = clamp(dot(light.direction.xyz, -towards) * light.intensity.w + light.direction.w, 0.0, 1.0);
        e *= cone * cone;
    }
    return light.intensity.rgb * e;
}

#endif
