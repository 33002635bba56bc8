// Which lamps reach a point: the lists of cluster.comp. The rule is scene.ClusterGrid.
#ifndef CLUSTER_GLSL
#define CLUSTER_GLSL

#include "frame.glsl"

// False: there are few lamps, and every point takes all.
layout(constant_id = 20) const bool CLUSTERED = false;

// For each cluster a bit for each of its words, then the words: a bit for each lamp.
layout(set = 0, binding = 20, std430) readonly buffer Clusters { uint cluster_lists[]; };

// scene.ClusterGrid.Slice
uint cluster_slice(float depth) {
    float d = frame.camera.w > 0.5 ? depth : log2(max(depth, 1e-30));
    return uint(clamp(floor(frame.cluster_slices.x * d + frame.cluster_slices.y), 0.0, frame.cluster_slices.z - 1.0));
}

// Where the list of a pixel's cluster begins; `depth` is the distance along the view, metres.
uint cluster_list(uvec2 pixel, float depth) {
    if (!CLUSTERED) return 0u;
    uvec2 tile = min(pixel / frame.clusters.x, frame.clusters.yz - 1u);
    return ((cluster_slice(depth) * frame.clusters.z + tile.y) * frame.clusters.y + tile.x) * frame.clusters.w;
}

// Walks the lamps of a list in the order of the lamps: first those that are in every cluster, then those whose
// bits are set.
struct LampCursor {
    uint plain;  // of those in every cluster, the next
    uint list;   // where the list begins
    uint group;  // of 32 words: the next
    uint words;  // of the current group: which are left
    uint word;   // the current one
    uint lamps;  // in it: which are left
};

LampCursor lamp_cursor(uint list) { return LampCursor(0u, list, 0u, 0u, 0u, 0u); }

// Sets `lamp` to the next lamp; false: there is none.
bool lamp_next(inout LampCursor c, out uint lamp) {
    uint everywhere = CLUSTERED ? uint(frame.cluster_slices.w) : uint(frame.sun_illuminance.w);
    lamp = c.plain;
    if (c.plain < everywhere) {
        c.plain++;
        return true;
    }
    if (!CLUSTERED) return false;
    // Of 33 words one says which of the others to look at.
    uint groups = (frame.clusters.w + 32u) / 33u;
    while (c.lamps == 0u) {
        while (c.words == 0u) {
            if (c.group == groups) return false;
            c.words = cluster_lists[c.list + c.group];
            c.group++;
        }
        uint bit = uint(findLSB(c.words));
        c.words &= c.words - 1u;
        c.word = (c.group - 1u) * 32u + bit;
        c.lamps = cluster_lists[c.list + groups + c.word];
    }
    lamp = everywhere + c.word * 32u + uint(findLSB(c.lamps));
    c.lamps &= c.lamps - 1u;
    return true;
}

// How many lamps a list has.
uint lamp_count(uint list) {
    LampCursor c = lamp_cursor(list);
    uint count = 0u, lamp;
    while (lamp_next(c, lamp)) count++;
    return count;
}

#endif
