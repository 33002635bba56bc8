// Package spirv holds the project's shaders: GLSL sources, their committed binaries, and what a
// binary says about itself.
//
// Sources are spirv/<name>.vert, .frag and .comp, shared functions spirv/include/*.glsl. `make
// shaders` writes <name>.<stage>.spv beside each source; those binaries are committed and built
// into the program, so that building it needs no GLSL compiler. A test holds them fresh.
//
// [Load] gives a module by the name of its source, with its interface already read: descriptor
// bindings, push constants, workgroup size, specialization constants, vertex inputs. [CheckStruct]
// compares a Go struct with a block, so that the two sides of a GPU struct cannot drift apart.
package spirv

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed *.spv
var binaries embed.FS

// Module is one compiled shader.
type Module struct {
	// Name is the file name of the source: "lighting.comp".
	Name string
	// Code is the SPIR-V in the machine's byte order as the API wants it: a multiple of four
	// bytes, aligned to four. It belongs to the caller.
	Code []byte
	Interface
}

// Load returns the shader compiled from the source with that file name.
// It reads the interface anew at every call (about 0.1 ms).
func Load(name string) (*Module, error) {
	code, err := binaries.ReadFile(name + ".spv")
	if err != nil {
		return nil, fmt.Errorf("spirv: no shader %q; there are %s", name, strings.Join(Names(), ", "))
	}
	face, err := Reflect(code)
	if err != nil {
		return nil, fmt.Errorf("spirv: %s.spv: %w", name, err)
	}
	return &Module{Name: name, Code: code, Interface: face}, nil
}

// MustLoad is Load for names written in our own code: it panics where Load returns an error.
func MustLoad(name string) *Module {
	module, err := Load(name)
	if err != nil {
		panic(err)
	}
	return module
}

// Names lists all shaders in alphabetical order.
func Names() []string {
	paths, err := fs.Glob(binaries, "*.spv")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for i, path := range paths {
		paths[i] = strings.TrimSuffix(path, ".spv")
	}
	return paths
}
