// Flags of a slot, which the fragment stage gets too.
#ifndef SLOT_GLSL
#define SLOT_GLSL

const uint SLOT_MIRRORED = 1u; // front faces wind clockwise in the world
const uint SLOT_LEVEL = 8u;    // the level of detail stands from this bit on

#endif
