// The tiles of the picture that a pass has to do with, which passes.tilePass lists: workgroups of
// TILE by TILE pixels, each the tile that stands at its number in the bound part of the list.
#ifndef TILES_GLSL
#define TILES_GLSL

const uint TILE = 8u; // pixels along a side

layout(set = 1, binding = 8, std430) readonly buffer Tiles { uint tiles[]; }; // column, row << 16

ivec2 tile_pixel() {
    uint t = tiles[gl_WorkGroupID.x];
    return ivec2(uvec2(t & 0xffffu, t >> 16) * TILE + gl_LocalInvocationID.xy);
}

#endif
