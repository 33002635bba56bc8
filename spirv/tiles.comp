#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// Lists the tiles of the picture that have geometry, and those that have sky; some have both. A
// list's order is that in which tiles happen to come, which no picture shows: each tile's pixels are its
// own.
const uint TILE = 8u; // pixels along a side
const uint GEOMETRY = 0u, SKY = 1u;

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Push {
    uint columns, rows; // tiles
    uint band;          // tiles that a dispatch does
    uint bands;
} push;

layout(set = 1, binding = 0) uniform sampler2D gbuffer_depth;
// For each list and band: the groups of a dispatch, of which x is counted here, and the tiles.
layout(set = 1, binding = 1, std430) buffer Dispatches { uvec4 dispatches[]; };
layout(set = 1, binding = 2, std430) writeonly buffer Tiles { uint tiles[]; };

void put(uint list, uvec2 tile) {
    uint part = list * push.bands + (tile.y * push.columns + tile.x) / push.band;
    tiles[part * push.band + atomicAdd(dispatches[part].x, 1u)] = tile.x | tile.y << 16;
}

void main() {
    uvec2 tile = gl_GlobalInvocationID.xy;
    if (tile.x >= push.columns || tile.y >= push.rows) return;
    vec2 texel = 1.0 / vec2(textureSize(gbuffer_depth, 0));
    bool geometry = false, sky = false;
    // Four pixels at a time. Beyond the picture's edge its last pixels count again.
    [[dont_unroll]] for (uint i = 0u; i < TILE * TILE / 4u; i++) {
        uvec2 corner = tile * TILE + 2u * uvec2(i % (TILE / 2u), i / (TILE / 2u)) + 1u;
        vec4 depth = textureGather(gbuffer_depth, vec2(corner) * texel);
        geometry = geometry || any(notEqual(depth, vec4(0.0)));
        sky = sky || any(equal(depth, vec4(0.0)));
    }
    if (geometry) put(GEOMETRY, tile);
    if (sky) put(SKY, tile);
}
