// The frame block: what every pass of a frame may know. Mirrors passes.frameBlock, field by field.
#ifndef FRAME_GLSL
#define FRAME_GLSL

layout(set = 0, binding = 0, std140) uniform Frame {
    mat4 clip_from_world;      // jittered
    mat4 world_from_clip;      // jittered
    mat4 still_from_world;     // clip from world without jitter, this frame
    mat4 previous_from_world;  // the same of the previous frame
    mat4 view_from_world;
    vec4 camera;               // world position; w = 1 for an orthographic camera, else 0
    vec4 camera_back;          // world direction of the camera's +Z; w = exposure, 1/(cd/m^2)
    vec4 size;                 // width, height, 1/width, 1/height
    vec4 sun_towards;          // unit, towards the sun; w = number of cascades, 0: no shadow
    vec4 sun_illuminance;      // exposed lux per channel; w = number of lights
    vec4 sky_sh[9];            // exposed irradiance coefficients (scene.IrradianceSH)
    vec4 sky_flat;             // exposed radiance of a one-coloured sky; w = 1: use the cube instead
    vec4 sky_map;              // cos and sin of the panorama's rotation, factor of the cube's texels, last mip
    mat4 cascade_from_world[4];
    vec4 cascade_near;         // view depth that each cascade covers, metres
    vec4 cascade_far;
    vec4 cascade_offset;       // along the normal at grazing light, metres (scene.Cascade.NormalOffset)
    vec4 cascade_bias;         // depth units (scene.Cascade.DepthBias)
    vec4 cascade_texel;        // metres
    vec4 cascade_depth;        // metres between depth 0 and 1
    vec4 options;              // x: transparent background, y: shadow map size, z: scene.Sun.Spread
    uvec4 dither;              // scene.DitherRotation of this sample
    uvec4 clusters;            // scene.ClusterGrid: pixels of a tile, columns, rows, words of a list
    vec4 cluster_slices;       // scale and offset of a depth's slice, slices; w = lamps that are in every list, the first ones
} frame;

#endif
