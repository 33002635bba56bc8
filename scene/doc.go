// Package scene says what a world is and holds every rule that needs no GPU.
//
// Conventions, stated once; comments elsewhere lean on them.
//
//   - Lengths are metres, angles radians (files give degrees), times seconds.
//   - The world is right-handed with Y up; a camera looks along its -Z with +X to the right.
//   - Matrices are column-major and multiply column vectors. Names are target first
//     (clipFromView, viewFromWorld), so that in a product the neighbours match.
//   - Clip space is Vulkan's with Y up after the recorder's flipped viewport; depth is
//     reversed: 1 at the near plane, 0 at the far plane or at infinity.
//   - Colours are linear Rec.709. Luminance is in cd/m² (nits) and illuminance in lux, both
//     per Rec.709 channel: a neutral light has three equal channels.
//   - Front faces wind counter-clockwise, as in glTF.
package scene
