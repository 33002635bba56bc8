struct Light {
    vec3 position;
    float range;
    vec4 color;
};

float brightness(Light light) {
    return dot(light.color.rgb, vec3(0.2126, 0.7152, 0.0722)) / max(light.range, 1e-3) + light.position.x;
}
