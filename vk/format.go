package vk

import "strconv"

// Format is a texel or vertex-attribute format. Its value is the VkFormat.
type Format int32

// The formats the renderer uses. S is signed normalised, U unsigned integer, F float; without a letter the
// channels are unsigned normalised.
const (
	FormatNone Format = 0
	R8         Format = 9
	RG8        Format = 16
	RGBA8      Format = 37
	RGBA8S     Format = 38
	RGBA8U     Format = 41
	RGBA8SRGB  Format = 43
	BGRA8      Format = 44
	BGRA8SRGB  Format = 50
	R16        Format = 70
	R16U       Format = 74
	R16F       Format = 76
	RG16       Format = 77
	RG16S      Format = 78
	RG16U      Format = 81
	RG16F      Format = 83
	RGBA16     Format = 91
	RGBA16S    Format = 92
	RGBA16U    Format = 95
	RGBA16F    Format = 97
	R32U       Format = 98
	R32F       Format = 100
	RG32U      Format = 101
	RG32F      Format = 103
	RGB32F     Format = 106 // vertex attributes only
	RGBA32U    Format = 107
	RGBA32F    Format = 109
	RG11B10F   Format = 122 // red in the low bits
	RGB9E5     Format = 123 // sampling only
	D32F       Format = 126
)

// kind says how a format's channels are cleared.
type kind uint8

const (
	kindFloat kind = iota // float and normalised
	kindUint
	kindDepth
)

var formats = map[Format]struct {
	name  string
	bytes int
	kind  kind
}{
	R8: {"r8", 1, kindFloat}, RG8: {"rg8", 2, kindFloat}, RGBA8: {"rgba8", 4, kindFloat},
	RGBA8S: {"rgba8s", 4, kindFloat}, RGBA8U: {"rgba8u", 4, kindUint}, RGBA8SRGB: {"rgba8srgb", 4, kindFloat},
	BGRA8: {"bgra8", 4, kindFloat}, BGRA8SRGB: {"bgra8srgb", 4, kindFloat},
	R16: {"r16", 2, kindFloat}, R16U: {"r16u", 2, kindUint}, R16F: {"r16f", 2, kindFloat},
	RG16: {"rg16", 4, kindFloat}, RG16S: {"rg16s", 4, kindFloat}, RG16U: {"rg16u", 4, kindUint}, RG16F: {"rg16f", 4, kindFloat},
	RGBA16: {"rgba16", 8, kindFloat}, RGBA16S: {"rgba16s", 8, kindFloat}, RGBA16U: {"rgba16u", 8, kindUint},
	RGBA16F: {"rgba16f", 8, kindFloat},
	R32U:    {"r32u", 4, kindUint}, R32F: {"r32f", 4, kindFloat},
	RG32U: {"rg32u", 8, kindUint}, RG32F: {"rg32f", 8, kindFloat}, RGB32F: {"rgb32f", 12, kindFloat},
	RGBA32U: {"rgba32u", 16, kindUint}, RGBA32F: {"rgba32f", 16, kindFloat},
	RG11B10F: {"rg11b10f", 4, kindFloat}, RGB9E5: {"rgb9e5", 4, kindFloat},
	D32F: {"d32f", 4, kindDepth},
}

// Bytes is the size of one texel, 0 for FormatNone and formats this package does not list.
func (f Format) Bytes() int { return formats[f].bytes }

// Depth reports whether f is a depth format.
func (f Format) Depth() bool { return formats[f].kind == kindDepth }

// Uint reports whether f holds unsigned integers; such attachments are cleared with Attachment.ClearUint.
func (f Format) Uint() bool { return formats[f].kind == kindUint }

func (f Format) String() string {
	if e, ok := formats[f]; ok {
		return e.name
	}
	if f == FormatNone {
		return "none"
	}
	return "format(" + strconv.Itoa(int(f)) + ")"
}
