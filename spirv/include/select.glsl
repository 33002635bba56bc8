// Choosing what views draw, on the device: the structures that its passes share. The rule is
// passes.choose, which serves scenes of few objects; scene.PickBands and scene.LodPick.Masks are
// repeated here in their order. Mirrors passes.prototypeBlock, passes.viewBlock and the rest of
// passes/select_gpu.go.
#ifndef SELECT_GLSL
#define SELECT_GLSL

const uint BLOCK = 64u;         // objects of a workgroup, all of one prototype
const uint MAX_VIEWS = 5u;      // the camera, then the sun's cascades
const uint MAX_BUCKETS = 32u;   // of a prototype: 2 a level

struct Prototype {
    vec4 center;       // object space; w: size
    vec4 box_center;   // object space, of everything that is drawn
    vec4 box_half;
    vec4 fade;         // coverage, full, gone; w: 1 if there is a fade
    uint first_band;
    uint levels;
    uint flags;        // BY_DISTANCE, MODEL
    uint first_bucket;
    uint first_counter; // of block 0 of the first bucket; a bucket's counters follow one another
    uint blocks;
    uint casts;        // bit i: level i has casters
    uint pad0;
};

layout(set = 1, binding = 0, std430) readonly buffer Prototypes { Prototype prototypes[]; };
layout(set = 1, binding = 1, std430) readonly buffer Bands { vec4 bands[]; };     // scene.LodBand
layout(set = 1, binding = 2, std430) readonly buffer Blocks { uvec4 blocks[]; };  // first object, objects, prototype, number in it
layout(set = 1, binding = 3, std430) readonly buffer Buckets { uvec2 buckets[]; }; // first counter, counters

// What each object draws: x: level, next level << 8, views << 16, scene.LodState << 24; y: scene.DitherMask
// ends, the lower of which the two levels share. They stay from frame to frame.
layout(set = 1, binding = 4, std430) buffer Choices { uvec2 choices[]; };
layout(set = 1, binding = 5, std430) buffer Counters { uint counters[]; };  // view, bucket, block
layout(set = 1, binding = 6, std430) coherent buffer Totals { uint totals[]; }; // view, bucket: objects, then the first of them in the view's list

layout(set = 1, binding = 10, std140) uniform Views {
    vec4 planes[30];     // six of each view, inward
    vec4 seen[24];       // scene.Receivers: six planes of each cascade
    vec4 ends[4];        // where shadows end, by axis
    vec4 light;          // the way it travels; w: 0 where cascades are complete
    vec4 margin;         // of each cascade
    vec4 eye;            // w: scene.LodView.HeightScale
    vec4 measure;        // x: DistanceScale; y: flags, as a number
    uvec4 count;         // views, counters of a view, buckets, entries of a view's list
} views;

const uint NOTHING = 255u;

// Whether a view draws anything of a level.
bool draws(Prototype t, uint view, uint level) { return view == 0u || (t.casts >> level & 1u) != 0u; }

// The number of a workgroup: passes.selectGPU.rows lays them out.
uint workgroup() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

#endif
