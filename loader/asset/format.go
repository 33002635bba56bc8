package asset

import (
	"strconv"
	"strings"

	"github.com/qmuntal/gltf"
)

// A format is a kind of element as meshes may have it.
type format struct {
	kind       gltf.AccessorType
	component  gltf.ComponentType
	normalized bool
}

func (f format) String() string {
	component := map[gltf.ComponentType]string{
		gltf.ComponentFloat: "FLOAT", gltf.ComponentByte: "BYTE", gltf.ComponentUbyte: "UNSIGNED_BYTE",
		gltf.ComponentShort: "SHORT", gltf.ComponentUshort: "UNSIGNED_SHORT", gltf.ComponentUint: "UNSIGNED_INT",
	}[f.component]
	kind := ""
	for name, k := range accessorTypes {
		if k == f.kind {
			kind = name
		}
	}
	if f.normalized {
		component += " normalized"
	}
	return kind + " of " + component
}

func formatOf(a *gltf.Accessor) format { return format{a.Type, a.ComponentType, a.Normalized} }

const (
	float  = gltf.ComponentFloat
	sbyte  = gltf.ComponentByte
	ubyte  = gltf.ComponentUbyte
	short  = gltf.ComponentShort
	ushort = gltf.ComponentUshort
)

// allowed lists the formats of a semantic without its number (glTF 2.0, section 3.7.2.1, and
// KHR_mesh_quantization, section "Extending Mesh Attributes"); ok is false for an unknown one.
func allowed(semantic string, quantized, morph bool) (list []format, ok bool) {
	add := func(normalized bool, kind gltf.AccessorType, components ...gltf.ComponentType) {
		for _, c := range components {
			list = append(list, format{kind, c, normalized})
		}
	}
	switch semantic {
	case "POSITION":
		add(false, gltf.AccessorVec3, float)
		if quantized {
			add(false, gltf.AccessorVec3, sbyte, short)
			add(true, gltf.AccessorVec3, sbyte, short)
			if !morph {
				add(false, gltf.AccessorVec3, ubyte, ushort)
				add(true, gltf.AccessorVec3, ubyte, ushort)
			}
		}
	case "NORMAL":
		add(false, gltf.AccessorVec3, float)
		if quantized {
			add(true, gltf.AccessorVec3, sbyte, short)
		}
	case "TANGENT":
		kind := gltf.AccessorVec4
		if morph {
			kind = gltf.AccessorVec3 // the sign does not morph
		}
		add(false, kind, float)
		if quantized {
			add(true, kind, sbyte, short)
		}
	case "TEXCOORD":
		add(false, gltf.AccessorVec2, float)
		add(true, gltf.AccessorVec2, ubyte, ushort)
		if quantized || morph {
			add(true, gltf.AccessorVec2, sbyte, short)
		}
		if quantized {
			add(false, gltf.AccessorVec2, sbyte, ubyte, short, ushort)
		}
	case "COLOR":
		for _, kind := range []gltf.AccessorType{gltf.AccessorVec3, gltf.AccessorVec4} {
			add(false, kind, float)
			add(true, kind, ubyte, ushort)
			if morph {
				add(true, kind, sbyte, short)
			}
		}
	case "JOINTS":
		add(false, gltf.AccessorVec4, ubyte, ushort)
	case "WEIGHTS":
		add(false, gltf.AccessorVec4, float)
		add(true, gltf.AccessorVec4, ubyte, ushort)
	default:
		return nil, false
	}
	return list, true
}

// splitSemantic returns TEXCOORD of TEXCOORD_1.
func splitSemantic(name string) (string, bool) {
	base, number, found := strings.Cut(name, "_")
	numbered := base == "TEXCOORD" || base == "COLOR" || base == "JOINTS" || base == "WEIGHTS"
	if found != numbered {
		return "", false
	}
	if _, err := strconv.ParseUint(number, 10, 16); found && err != nil {
		return "", false
	}
	return base, true
}
