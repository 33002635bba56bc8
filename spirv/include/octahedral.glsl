// Octahedral unit vectors (Cigolle et al., "A Survey of Efficient Representations for
// Independent Unit Vectors", JCGT 2014), packed as two 16-bit signed normalised numbers.
#ifndef OCTAHEDRAL_GLSL
#define OCTAHEDRAL_GLSL

vec2 oct_sign(vec2 v) {
    return vec2(v.x >= 0.0 ? 1.0 : -1.0, v.y >= 0.0 ? 1.0 : -1.0);
}

uint oct_pack(vec3 n) {
    vec2 p = n.xy / (abs(n.x) + abs(n.y) + abs(n.z));
    if (n.z < 0.0) p = (1.0 - abs(p.yx)) * oct_sign(p);
    return packSnorm2x16(p);
}

vec3 oct_unpack(uint packed) {
    vec2 p = unpackSnorm2x16(packed);
    vec3 n = vec3(p, 1.0 - abs(p.x) - abs(p.y));
    if (n.z < 0.0) n.xy = (1.0 - abs(n.yx)) * oct_sign(n.xy);
    return normalize(n);
}

#endif
