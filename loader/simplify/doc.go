// Package simplify makes levels of detail: ever coarser copies of a mesh, each with how far it
// strays from the mesh itself. The loader uses it for automatic levels of a LodGroup.
//
// What a level keeps: every vertex of a level is a vertex of the mesh with all its attributes,
// none is made up. Vertices that differ in an attribute but not in position are a seam, and so are
// the borders between primitives of a mesh; both sides of a seam are reduced alike, so that no
// crack opens. Vertices where more than two sides meet stay, except at poles (see pole.go). So a
// mesh that is shaded flat, each triangle a side of its own, has no levels.
//
// What a level promises: Error is measured from the whole mesh, not summed up from step to
// step, and levels that would exceed the bounds in Options are not made. Where colours, normals or
// textures would suffer more than allowed, the vertices at fault are kept and the level is made
// again. Levels end where nothing is left to gain.
//
// The work is done by meshoptimizer (Arseny Kapoulkine), written for version 0.18, which Debian 12
// has. It knows positions only, therefore the measuring here. Debian ships it as a shared library
// without an archive, so it is opened when first needed, like the Vulkan loader in vk: the program
// builds and starts without it, and automatic levels then fail with ErrNoLibrary. Its header is
// not needed to build either; where it is installed, the compiler holds our declarations against it.
//
// Results depend on the mesh, the options and the library, never on the number of processors.
package simplify
