// What a night sky shows: the rules are scene.Night, scene.StarMap and scene.Moon.
#ifndef NIGHT_GLSL
#define NIGHT_GLSL

// Luminance of the glow by the sine of the elevation, 1 at the zenith: scene.nightShape.
float night_shape(float sine, float ground) {
    if (sine < 0.0) return ground;
    float x = inversesqrt(1.0 - 0.96 * (1.0 - sine * sine));
    return pow(10.0, -0.4 * 0.172 * (x - 1.0)) * x;
}

#endif
