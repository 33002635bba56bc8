package field

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"

	"scenerender/loader/tree"
)

func TestNearest(t *testing.T) {
	candidates := []string{"oak", "birch", "Transform3D", "roughness", "box"}
	for name, want := range map[string]string{
		"oka": "oak", "Oak": "oak", "brich": "birch", "transform3d": "Transform3D", "Transfrom3D": "Transform3D",
		"roughnes": "roughness", "rough": "roughness", "form": "Transform3D", "rougher": "roughness", "Transition": "", "zebra": "", "": "", "bx": "box",
		strings.Repeat("x", 1000): "", "oak": "",
	} {
		if got, _ := Nearest(name, candidates); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abd", 1}, {"ab", "ba", 1}, {"abcd", "badc", 2}, {"kitten", "sitting", 3}, {"ça", "ca", 1}} {
		if got := distance([]rune(test.a), []rune(test.b)); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func TestSpell(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", -0.5: "-0.5", float64(float32(0.1)): "0.1", 1e-6: "1e-6", 1e6: "1e6", 2.5e12: "2.5e12",
		100000: "100000", 50 * math.Pi / 180 * 180 / math.Pi: "50", 1.0 / 3: "0.3333333333333333",
	} {
		if got := spell(x); got != want {
			t.Errorf("spell(%v) = %q, want %q", x, got, want)
		}
	}
}

type thing struct {
	angle float32
	size  mgl32.Vec3
	color mgl32.Vec4
	child *thing
	list  []*thing
	named []Entry[thing]
	given *Given
}

func thingBlock(v *thing) Block {
	*v = thing{angle: math.Pi / 2, size: mgl32.Vec3{1, 1, 1}}
	return Block{
		Name: "Thing", Doc: "A thing that may hold things.",
		Fields: []*Field{
			Float("angle", &v.angle).Degrees().Range(0, 180).Doc("An angle."),
			XYZOrNumber("size", &v.size).Min(0).Unit("m").Doc("A size."),
			ColorAlpha("color", &v.color).Doc("A colour."),
			Object("child", &v.child, thingBlock).Doc("A child."),
			List("list", &v.list, thingBlock).Doc("Children."),
			Map("named", &v.named, thingBlock).Doc("Children with names."),
		},
		Rules: []Rule{AtMostOne("child", "list")},
		Check: func(g *Given) { v.given = g },
	}
}

func decode(t *testing.T, text string) (*thing, []string) {
	t.Helper()
	doc, problems := tree.Parse("x.json", []byte(text), tree.JSON)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	d := NewDecoder(doc)
	var v thing
	ok := Decode(d, &v, thingBlock)
	var list []string
	for _, p := range d.Problems() {
		list = append(list, p.String())
	}
	if ok != (len(list) == 0) {
		t.Errorf("Decode says %v with problems %v", ok, list)
	}
	return &v, list
}

func TestDecode(t *testing.T) {
	v, problems := decode(t, `{"angle": 180, "size": 2, "color": "#ff000080",
		"list": [{}, {"angle": 45}], "named": {"b": {}, "a": {"size": [1, 2, 3]}}}`)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if v.angle != math.Pi || v.size != (mgl32.Vec3{2, 2, 2}) || v.color != (mgl32.Vec4{1, 0, 0, 128.0 / 255}) {
		t.Errorf("got %+v", v)
	}
	if len(v.list) != 2 || v.list[0].angle != math.Pi/2 || math.Abs(float64(v.list[1].angle)-math.Pi/4) > 1e-6 {
		t.Errorf("list %+v", v.list)
	}
	if len(v.named) != 2 || v.named[0].Name != "b" || v.named[1].Value.size[2] != 3 {
		t.Errorf("named %+v: want the file's order", v.named)
	}
	if !v.given.Has("angle") || v.given.Has("child") || (*Given)(nil).Has("angle") {
		t.Error("Given is wrong")
	}
}

func TestDecodeGoesOn(t *testing.T) {
	v, problems := decode(t, `{"angle": 181, "list": [{"size": -1}, {}, 3], "named": {"": {}, "x": {"angel": 1}}, "child": null}`)
	want := []string{
		`x.json:1:11: angle: want a number from 0 to 180 degrees, found 181`,
		`x.json:1:34: list[0].size: want a number of at least 0 m, found -1`,
		`x.json:1:43: list[2]: want an object with keys such as "angle", "size", "color", "child", found 3`,
		`x.json:1:57: named."": want a name, found an empty key`,
		`x.json:1:71: named.x.angel: unknown key "angel"; did you mean "angle"? (accepted here: angle, size, color, child, list, named)`,
		`x.json:1:94: child: null is no value; leave the key out to get its default`,
		`x.json:1:85: child: give only one of "child" or "list"; "list" is given already`,
	}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Error(diff)
	}
	if len(v.list) != 3 || v.list[0] == nil || v.list[1] == nil || v.list[2] != nil {
		t.Errorf("list %v: want a gap where no object is", v.list)
	}
}

// TestRecursiveBlock holds that a block that may contain itself has a schema and a reference.
func TestRecursiveBlock(t *testing.T) {
	if schema := string(Schema(thingBlock(new(thing)), "t", "d")); !strings.Contains(schema, `"$ref": "#/$defs/Thing"`) {
		t.Error(schema)
	}
	want := "| `angle` | number | degrees | 0 … 180 | `90` | An angle. |\n" +
		"| `size` | number or [x, y, z] | m | ≥ 0 | `1` | A size. |\n"
	if page := Reference(thingBlock(new(thing))); !strings.Contains(page, want) || strings.Count(page, "## Thing") != 1 {
		t.Error(page)
	}
}
