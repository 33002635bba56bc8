package field

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/tree"
)

// Vector is a list of as many numbers as to has; names are theirs.
func Vector(key string, to []float32, names ...string) *Field {
	return newField(key, vector{to: to, names: names})
}

// XYZ is a Vector [x, y, z].
func XYZ(key string, to *mgl32.Vec3) *Field { return Vector(key, to[:], "x", "y", "z") }

// XYZOrNumber is a Vector [x, y, z] or one number for all three.
func XYZOrNumber(key string, to *mgl32.Vec3) *Field {
	return newField(key, vector{to: to[:], names: []string{"x", "y", "z"}, uniform: true})
}

// Span is [least, greatest], or one number that is both. Whether they rise is for a Check to say.
func Span(key string, to *[2]float32) *Field {
	return newField(key, vector{to: to[:], names: []string{"least", "greatest"}, uniform: true})
}

// Color is a linear [r, g, b], or an sRGB string "#rrggbb".
func Color(key string, to *mgl32.Vec3) *Field {
	return newField(key, vector{to: to[:], names: []string{"r", "g", "b"}, hex: true}).Min(0)
}

// ColorAlpha is a linear [r, g, b] or [r, g, b, a], or an sRGB string "#rrggbb" or "#rrggbbaa".
// Alpha is 1 where it is left out.
func ColorAlpha(key string, to *mgl32.Vec4) *Field {
	return newField(key, vector{to: to[:], names: []string{"r", "g", "b", "a"}, hex: true, alpha: true}).Range(0, 1)
}

// Light is light of any brightness: [r, g, b], or one number for a neutral one.
func Light(key string, to *mgl32.Vec3) *Field {
	return newField(key, vector{to: to[:], names: []string{"r", "g", "b"}, uniform: true}).Min(0)
}

type vector struct {
	to      []float32
	names   []string
	uniform bool // a number stands for all
	hex     bool // an sRGB string will do
	alpha   bool // the last may be left out and is 1
}

func (v vector) decode(d *Decoder, f *Field, n *tree.Node) bool {
	switch {
	case v.uniform && (n.Kind == tree.Int || n.Kind == tree.Float):
		x, ok := f.number(d, n)
		if ok {
			for i := range v.to {
				v.to[i] = float32(x)
			}
		}
		return ok
	case v.hex && n.Kind == tree.String:
		c, ok := parseHex(n.Text, v.alpha)
		if !ok {
			d.Errorf(n, "want %s, found %s", v.want(), n.Describe())
			return false
		}
		copy(v.to, c[:])
		return true
	case n.Kind == tree.List && (len(n.Items) == len(v.to) || v.alpha && len(n.Items) == len(v.to)-1):
		ok := true
		if v.alpha {
			v.to[len(v.to)-1] = 1
		}
		for i, item := range n.Items {
			x, fine := f.number(d, item)
			if fine {
				v.to[i] = float32(x)
			}
			ok = ok && fine
		}
		return ok
	}
	d.Errorf(n, "want %s, found %s", v.want(), n.Describe())
	return false
}

func (v vector) want() string {
	s := count(len(v.to), "number") + " " + bracket(v.names)
	if v.alpha {
		s = "3 or 4 numbers [r, g, b] or [r, g, b, a]"
	}
	switch {
	case v.uniform:
		return "a number or " + s
	case v.alpha:
		return s + ` or a colour "#rrggbb" or "#rrggbbaa"`
	case v.hex:
		return s + ` or a colour "#rrggbb"`
	}
	return s
}

func (v vector) schema(_ *schemas, f *Field) map[string]any {
	number := map[string]any{"type": "number"}
	f.limits.schema(number)
	least := len(v.to)
	if v.alpha {
		least--
	}
	list := map[string]any{"type": "array", "items": number, "minItems": least, "maxItems": len(v.to)}
	switch {
	case v.uniform:
		return map[string]any{"anyOf": []any{number, list}}
	case v.alpha:
		return map[string]any{"anyOf": []any{list, map[string]any{"type": "string", "pattern": "^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"}}}
	case v.hex:
		return map[string]any{"anyOf": []any{list, map[string]any{"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}}}
	}
	return list
}

func (v vector) words(*Field) string {
	switch s := bracket(v.names); {
	case v.uniform:
		return "number or " + s
	case v.alpha:
		return `[r, g, b], [r, g, b, a], "#rrggbb" or "#rrggbbaa"`
	case v.hex:
		return s + ` or "#rrggbb"`
	default:
		return s
	}
}

func (v vector) initial(f *Field) any {
	same := true
	list := make([]any, len(v.to))
	for i, x := range v.to {
		list[i] = f.inFile(float64(x))
		same = same && x == v.to[0]
	}
	if v.uniform && same {
		return list[0]
	}
	return list
}

// Rotation is three angles in degrees or a quaternion [x, y, z, w].
func Rotation(key string, to *mgl32.Quat) *Field {
	return newField(key, rotation{to})
}

type rotation struct{ to *mgl32.Quat }

const rotationWant = "want 3 angles in degrees [x, y, z] or a quaternion [x, y, z, w]"

func (v rotation) decode(d *Decoder, f *Field, n *tree.Node) bool {
	if n.Kind != tree.List || len(n.Items) != 3 && len(n.Items) != 4 {
		d.Errorf(n, rotationWant+", found %s", n.Describe())
		return false
	}
	var c [4]float64
	ok := true
	for i, item := range n.Items {
		x, fine := f.number(d, item)
		c[i] = x
		ok = ok && fine
	}
	if !ok {
		return false
	}
	if len(n.Items) == 3 {
		*v.to = fromDegrees(c[0], c[1], c[2])
		return true
	}
	length := math.Sqrt(c[0]*c[0] + c[1]*c[1] + c[2]*c[2] + c[3]*c[3])
	if length < 1e-6 {
		d.Errorf(n, "want a quaternion [x, y, z, w] of length 1, found one of length %s", spell(length))
		return false
	}
	*v.to = mgl32.Quat{
		V: mgl32.Vec3{float32(c[0] / length), float32(c[1] / length), float32(c[2] / length)},
		W: float32(c[3] / length),
	}
	return true
}

// fromDegrees turns by z around Z, then by x around X, then by y around Y, all axes fixed:
// yaw · pitch · roll, so that y turns a level thing, x tilts it and z rolls it.
func fromDegrees(x, y, z float64) mgl32.Quat {
	turn := func(degrees float64, axis mgl32.Vec3) mgl32.Quat {
		sin, cos := math.Sincos(math.Mod(degrees, 720) * math.Pi / 360)
		return mgl32.Quat{W: float32(cos), V: axis.Mul(float32(sin))}
	}
	return turn(y, mgl32.Vec3{0, 1, 0}).Mul(turn(x, mgl32.Vec3{1, 0, 0})).Mul(turn(z, mgl32.Vec3{0, 0, 1}))
}

func (v rotation) schema(*schemas, *Field) map[string]any {
	return map[string]any{"type": "array", "items": map[string]any{"type": "number"}, "minItems": 3, "maxItems": 4}
}

func (v rotation) words(*Field) string { return "[x, y, z] in degrees, or quaternion [x, y, z, w]" }

func (v rotation) initial(*Field) any { return []any{0, 0, 0} }

// count is `3 numbers`.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// parseHex reads "#rrggbb" or, where alpha is allowed, "#rrggbbaa", and makes it linear.
func parseHex(s string, alpha bool) (c [4]float32, ok bool) {
	digits, ok := strings.CutPrefix(s, "#")
	if !ok || len(digits) != 6 && (!alpha || len(digits) != 8) {
		return c, false
	}
	bits, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		return c, false
	}
	if len(digits) == 6 {
		bits = bits<<8 | 0xff
	}
	for i := range c {
		b := float64(bits>>(24-8*i)&0xff) / 255
		if i < 3 {
			b = linear(b)
		}
		c[i] = float32(b)
	}
	return c, true
}

// linear decodes sRGB (IEC 61966-2-1).
func linear(s float64) float64 {
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}

func bracket(names []string) string { return "[" + strings.Join(names, ", ") + "]" }
