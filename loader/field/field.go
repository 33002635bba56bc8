// Package field describes what a scene file may say, once, for everybody who needs to know:
// the decoder, the JSON Schema and the reference page all read the same descriptions.
//
// A Block lists the keys of an object. Each Field binds a key to the Go variable that receives
// it, with its unit, range and one sentence of explanation; what the variable holds before
// decoding is the default:
//
//	func materialBlock(m *material) field.Block {
//		*m = material{roughness: 1}
//		return field.Block{Name: "Material", Doc: "…", Fields: []*field.Field{
//			field.Float("roughness", &m.roughness).Range(0, 1).Doc("Perceptual roughness."),
//		}}
//	}
//
// Decoding calls the function once for all objects of a list and copies what the variable holds
// after each, so the function may not keep the variable's address elsewhere. The schema and the
// reference call it with a fresh variable, only to read the description.
package field

import (
	"math"

	"scenerender/loader/tree"
)

// A Block is what one kind of object may hold.
type Block struct {
	Name   string // in the schema and the reference, one per kind
	Doc    string // sentences
	Fields []*Field
	Rules  []Rule

	// Check looks at the block as a whole, after its fields were read. Some of them may have had
	// mistakes (Given.Sure, Given.Right). It may also keep the Given.
	Check func(*Given)
}

// A Field is a key of a block.
type Field struct {
	key      string
	doc      string
	unit     string
	initial  string // said in place of the variable's value
	required bool
	isMap    bool // of names that the file chooses
	limits   limits
	factor   float64 // Go value per file value
	value    value
}

// A value is a type of field: how it is read, and how it is described.
type value interface {
	// decode sets the variable, or reports and returns false. Of a block with mistakes it sets
	// what is right.
	decode(d *Decoder, f *Field, n *tree.Node) bool
	// schema is the JSON Schema of the type.
	schema(s *schemas, f *Field) map[string]any
	// words names the type in the reference; it may be Markdown.
	words(f *Field) string
	// initial is the value of the variable as a file would give it, or nil.
	initial(f *Field) any
}

func newField(key string, v value) *Field {
	return &Field{key: key, value: v, factor: 1}
}

// Doc explains the field in a sentence.
func (f *Field) Doc(text string) *Field { f.doc = text; return f }

// Unit names the unit of numbers.
func (f *Field) Unit(text string) *Field { f.unit = text; return f }

// Degrees says that a file gives degrees where Go has radians.
func (f *Field) Degrees() *Field {
	f.unit, f.factor = "degrees", math.Pi/180
	return f
}

// Default describes the default where the variable cannot.
func (f *Field) Default(text string) *Field { f.initial = text; return f }

// Optional says that a missing field means something that no value of it says.
func (f *Field) Optional() *Field { f.initial = "none"; return f }

// Required says that a block without this field is a mistake.
func (f *Field) Required() *Field { f.required = true; return f }

// Range bounds numbers, the ends included, in the file's unit.
func (f *Field) Range(low, high float64) *Field {
	f.limits = limits{low: low, high: high, hasLow: true, hasHigh: true}
	return f
}

// Min bounds numbers from below.
func (f *Field) Min(low float64) *Field {
	f.limits.low, f.limits.hasLow = low, true
	return f
}
