// Directions of a cube map's texels (Vulkan 1.3 specification, table 26).
#ifndef CUBE_GLSL
#define CUBE_GLSL

vec3 cube_direction(int face, vec2 uv) {
    vec2 p = uv * 2.0 - 1.0;
    switch (face) {
    case 0: return normalize(vec3(1.0, -p.y, -p.x));
    case 1: return normalize(vec3(-1.0, -p.y, p.x));
    case 2: return normalize(vec3(p.x, 1.0, p.y));
    case 3: return normalize(vec3(p.x, -1.0, -p.y));
    case 4: return normalize(vec3(p.x, -p.y, 1.0));
    default: return normalize(vec3(-p.x, -p.y, -1.0));
    }
}

#endif
