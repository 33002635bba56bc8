// The table of the air between, which air_aerial.comp makes: tiles of AERIAL_SIZE directions a side, a slice of
// distance each. Above the even light, below that of haze without its phase function; both per light that the slice
// takes, which changes little with distance, and in the fourth channel the mean density of air and of haze on the way.
#ifndef AERIAL_GLSL
#define AERIAL_GLSL

const int AERIAL_SIZE = 32;   // passes.aerialSize
const int AERIAL_SLICES = 32; // passes.aerialSlices
const float AERIAL_BELOW = 500.0; // metres that ways go on below the ground, for valleys

// Metres to the last slice: `reach` level and upwards; downwards little more than to the ground. Height is the viewer's,
// mu the cosine to the zenith.
float aerial_reach(float reach, float height, float mu) {
    return reach / (1.0 + reach * max(-mu, 0.0) / (height + AERIAL_BELOW));
}

// Slices are thin near the viewer.
float aerial_distance(float slice, float reach) {
    float x = slice / float(AERIAL_SLICES - 1);
    return reach * x * x;
}

// Rows are dense at the horizon.
float aerial_elevation(float y) {
    float s = 2.0 * y - 1.0;
    return s * abs(s) * 1.57079632679;
}

float aerial_row(float elevation) {
    return 0.5 + 0.5 * sign(elevation) * sqrt(abs(elevation) / 1.57079632679);
}

#endif
