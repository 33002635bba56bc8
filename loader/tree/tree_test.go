package tree

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	gotoml "github.com/pelletier/go-toml/v2"
)

// outline writes every value with its path and place, a line each.
func outline(d *Document) string {
	var b strings.Builder
	var walk func(n *Node)
	walk = func(n *Node) {
		line, column := d.place(n.Pos)
		fmt.Fprintf(&b, "%d:%d", line, column)
		if n.KeyPos != n.Pos {
			line, column = d.place(n.KeyPos)
			fmt.Fprintf(&b, " (key %d:%d)", line, column)
		}
		fmt.Fprintf(&b, " %s = %s\n", n.Path(), n.Describe())
		for _, item := range n.Items {
			walk(item)
		}
	}
	walk(d.Root)
	return b.String()
}

func TestPlaces(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a.json", `{"a": 1, "b": [true, "x",
  {"c d": -2.5}],
 "é": {"f": [ ]}, "g":null}`, `
1:1  = an object
1:7 (key 1:2) a = 1
1:15 (key 1:10) b = a list of 3 values
1:16 b[0] = true
1:22 b[1] = the string "x"
2:3 b[2] = an object
2:11 (key 2:4) b[2]."c d" = -2.5
3:7 (key 3:2) "é" = an object
3:13 (key 3:8) "é".f = an empty list
3:23 (key 3:19) g = null
`},
		{"a.toml", `a = 1
b = [ true, # one
  'x',
  [ [], 0x10 ], { "c d" = -2.5, e.f = [1] } ] # end
"é" . f = """
y"""
[t.u]
v = 1979-05-27
[[l.m]]
n = inf
[[l.m]]
[l.m.o]
p = 1_000
[t]
q.r = "ü\n"; 
`, ""},
		{"b.toml", `a = 1
b = [ true, # one
  'x',
  [ [], 0x10 ], { "c d" = -2.5, e.f = [1] } ] # end
"é" . f = """
y"""
[t.u]
v = 1979-05-27
[[l.m]]
n = inf
[[l.m]]
[l.m.o]
p = 1_000
[t]
q.r = "ü\n"
`, `
1:1  = an object
1:5 (key 1:1) a = 1
2:5 (key 2:1) b = a list of 4 values
2:7 b[0] = true
3:3 b[1] = the string "x"
4:3 b[2] = a list of 2 values
4:5 b[2][0] = an empty list
4:9 b[2][1] = 16
4:17 b[3] = an object
4:27 (key 4:19) b[3]."c d" = -2.5
4:33 b[3].e = an object
4:39 (key 4:35) b[3].e.f = a list of 1 value
4:40 b[3].e.f[0] = 1
5:1 "é" = an object
5:11 (key 5:7) "é".f = the string "y"
14:2 t = an object
7:4 t.u = an object
8:5 (key 8:1) t.u.v = the date or time 1979-05-27
15:1 t.q = an object
15:7 (key 15:3) t.q.r = the string "ü\n"
9:3 l = an object
9:5 l.m = a list of 2 values
9:5 l.m[0] = an object
10:5 (key 10:1) l.m[0].n = inf
11:5 l.m[1] = an object
12:6 l.m[1].o = an object
13:5 (key 13:1) l.m[1].o.p = 1000
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d, problems := Parse(test.name, []byte(test.text), FormatOf(test.name))
			if test.want == "" {
				if len(problems) == 0 {
					t.Fatal("accepted")
				}
				return
			}
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), outline(d)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMistakes(t *testing.T) {
	tests := []struct{ text, want string }{
		// JSON
		{`{"a": 1, "a": 2}`, `x.json:1:10: a: the key "a" is given twice`},
		{`{"b": {"a": 1, "a": 2}}`, `x.json:1:16: b.a: the key "a" is given twice`},
		{`{"b": [0, {"é": 1,` + "\n" + `"é": 2}]}`, `x.json:2:1: b[1]."é": the key "é" is given twice`},
		{`{"a": 1} x`, `x.json:1:10: the document ends before this; remove what follows`},
		{`{} {}`, `x.json:1:4: the document ends before this; remove what follows`},
		{`{},`, `x.json:1:3: the document ends before this; remove what follows`},
		{"{\"é\": \"\xff\"}", `x.json:1:8: the byte 0xFF is not valid UTF-8`},
		{`{"a": NaN}`, `x.json:1:7: not JSON: invalid character 'N' at start of value`},
		{`{"a": 1e999}`, `x.json:1:7: a: the number 1e999 is too large`},
		{`{"a": [1, -1e999]}`, `x.json:1:11: a[1]: the number -1e999 is too large`},
		{`{"a": 01}`, `x.json:1:8: not JSON: invalid character '1' after object value (expecting ',' or '}')`},
		{`{"a": 1,}`, `x.json:1:8: not JSON: a comma before a closing bracket; remove it`},
		{`{"a": "\ud800"}`, `x.json:1:8: not JSON: invalid surrogate pair ` + "`" + `\ud800"}` + "`" + ` in string`},
		{`{"a": `, `x.json:1:7: the file ends in the middle of the document`},
		{`{"a"`, `x.json:1:5: the file ends in the middle of the document`},
		{``, `x.json:1:1: the file ends in the middle of the document`},
		{`[1]`, `x.json:1:1: want an object with the blocks of a scene, found a list of 1 value`},
		{`null`, `x.json:1:1: want an object with the blocks of a scene, found null`},
		{"\xef\xbb\xbf" + `{"a" 1}`, `x.json:1:6: not JSON: invalid character '1' after object name (expecting ':')`},
		// TOML
		{"a = 1\na = 2", `x.toml:2:1: a: the key "a" is given twice`},
		{"[b]\na = 1\n[b]", `x.toml:3:2: b: the key "b" is given twice`},
		{"[[b]]\n[b]", `x.toml:2:2: b: the key "b" is given twice`},
		{"[b]\n[[b]]", `x.toml:2:3: b: the key "b" is given twice`},
		{"b = []\n[[b]]", `x.toml:2:3: b: the key "b" is given twice`},
		{"a = []\na.b = ''", `x.toml:2:1: a: "a" is defined already and takes no more keys here`},
		{"a = {}\na.b = ''", `x.toml:2:1: a: "a" is defined already and takes no more keys here`},
		{"a = {b.c = 1}\n[a.b.d]", `x.toml:2:2: a: "a" has a value already and takes no more keys`},
		{"[a.b]\n[a]\nb.c = ''", `x.toml:3:1: a.b: "b" is defined already and takes no more keys here`},
		{"[a]\nb.c = 1\n[a.b]", `x.toml:3:4: a.b: the key "b" is given twice`},
		{"x = {a = 1, a = 2}", `x.toml:1:13: x.a: the key "a" is given twice`},
		{"é = 1", `x.toml:1:1: not TOML: unexpected 'é'; a name or text with such characters stands in quotes`},
		{"'é' = \"\xff\"", `x.toml:1:8: the byte 0xFF is not valid UTF-8`},
		{"a = 99999999999999999999", `x.toml:1:5: not TOML: 99999999999999999999 is out of range for int64`},
		{"a = \n", `x.toml:1:5: not TOML: unexpected character U+000A at start of value`},
		{"a = [1,", `x.toml:1:7: not TOML: array is incomplete`},
		{"a = 1 b = 2", `x.toml:1:7: not TOML: expected newline but got U+0062 'b'`},
		{"a = '''", `x.toml:1:7: not TOML: multiline literal string not terminated by '''`},
		{"a = \x00", "x.toml:1:5: not TOML: unexpected character U+0000 at start of value"},
		{strings.Repeat("a.", 16) + "a = 1", `x.toml:1:33: a key with more than 16 parts`},
	}
	for _, test := range tests {
		name, _, _ := strings.Cut(test.want, ":")
		d, problems := Parse(name, []byte(test.text), FormatOf(name))
		if d != nil || len(problems) != 1 {
			t.Errorf("%q: got %d problems, want %s", test.text, len(problems), test.want)
			continue
		}
		if got := problems[0].String(); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

// TestHostile holds that no small file takes long: each of these is quadratic, or overflows the
// stack, in one of the libraries if they see it unguarded.
func TestHostile(t *testing.T) {
	const n = 100_000
	tests := []struct{ name, text, want string }{
		{"brackets.json", strings.Repeat("[", n), "nested deeper than 64"},
		{"closed.json", strings.Repeat("[", n) + strings.Repeat("]", n), "nested deeper than 64"},
		{"objects.json", strings.Repeat(`{"a":`, n), "nested deeper than 64"},
		{"brackets.toml", "a = " + strings.Repeat("[", n), "nested more than"},
		{"closed.toml", "a = " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "nested deeper than 64"},
		{"inline.toml", "a = " + strings.Repeat("{a=", 4000) + "1" + strings.Repeat("}", 4000), "nested deeper than 64"},
		{"dots.toml", strings.Repeat("a.", n) + "a = 1", "more than 16 parts"},
		{"header.toml", "[" + strings.Repeat("a.", n) + "a]", "more than 16 parts"},
		{"array.toml", "[[" + strings.Repeat("a.", n) + "a]]", "more than 16 parts"},
		{"nested.toml", "a = " + strings.Repeat("[{a=", 40) + "1" + strings.Repeat("}]", 40), "nested deeper than 64"},
		{"large.json", strings.Repeat(" ", MaxBytes+1), "more than 67108864 bytes"},
		{"large.toml", strings.Repeat(" ", MaxTOML+1), "more than 16777216 bytes"},
	}
	for _, test := range tests {
		start := time.Now()
		_, problems := Parse(test.name, []byte(test.text), FormatOf(test.name))
		if len(problems) != 1 || !strings.Contains(problems[0].Message, test.want) {
			t.Errorf("%s: got %v, want %q", test.name, problems, test.want)
		}
		// They take milliseconds; the bound leaves room for a busy machine, and minutes are missed by far.
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s took %v", test.name, took)
		}
	}
}

// TestManyKeys holds that time does not grow with the square of the number of keys.
func TestManyKeys(t *testing.T) {
	var keys, headers strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&keys, "key%d = %d\n", i, i)
		fmt.Fprintf(&headers, "[a.b.key%d]\n", i)
	}
	for _, text := range []string{keys.String(), headers.String()} {
		start := time.Now()
		if _, problems := Parse("x.toml", []byte(text), TOML); len(problems) > 0 {
			t.Fatal(problems)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("took %v", took)
		}
	}
}

// TestTOML11 holds what TOML 1.1 added: inline tables over several lines, with a last comma, and
// two escapes.
func TestTOML11(t *testing.T) {
	d, problems := Parse("x.toml", []byte("a = {\n  b = 1, # one\n  c = \"\\e\\x41\",\n}\n"), TOML)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := "1:1  = an object\n1:5 (key 1:1) a = an object\n2:7 (key 2:3) a.b = 1\n3:7 (key 3:3) a.c = the string \"\\x1bA\"\n"
	if diff := cmp.Diff(want, outline(d)); diff != "" {
		t.Error(diff)
	}
}

func TestDepthAllowed(t *testing.T) {
	for name, text := range map[string]string{
		"x.json": strings.Repeat(`{"a":[`, MaxDepth/2) + strings.Repeat("]}", MaxDepth/2),
		"x.toml": "a = " + strings.Repeat("[", MaxDepth-1) + strings.Repeat("]", MaxDepth-1),
	} {
		if _, problems := Parse(name, []byte(text), FormatOf(name)); len(problems) > 0 {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"a": [1, 2.5, "x", null, true], "b": {"c": {}}}`))
	f.Add([]byte("\xef\xbb\xbf{}"))
	f.Fuzz(func(t *testing.T, text []byte) { checkTree(t, "x.json", text) })
}

// FuzzTOML also holds that what is accepted go-toml accepts, with the same values.
func FuzzTOML(f *testing.F) {
	f.Add([]byte("a = 1\n[b]\nc.d = [1, {e = 'x'}]\n[[f]]\n[f.g]\n[b.c.h]\n"))
	f.Add([]byte("\"\" = 1\na = [[], {}, # x\n]\n[b]\na = inf\nt = 07:32:00\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		d := checkTree(t, "x.toml", text)
		if d == nil {
			return
		}
		var oracle map[string]any
		if err := gotoml.Unmarshal(d.Text(), &oracle); err != nil {
			t.Fatalf("accepted, but go-toml says %v", err)
		}
	})
}

func checkTree(t *testing.T, name string, text []byte) *Document {
	d, problems := Parse(name, text, FormatOf(name))
	if d == nil {
		if len(problems) == 0 {
			t.Fatal("neither a document nor a problem")
		}
		return nil
	}
	var walk func(n *Node, depth int)
	walk = func(n *Node, depth int) {
		if depth > MaxDepth+1 {
			t.Fatalf("%s stands %d deep", n.Path(), depth)
		}
		if n.Pos < 0 || n.Pos > len(d.text) || n.KeyPos < 0 || n.KeyPos > len(d.text) {
			t.Fatalf("%s is outside the text", n.Path())
		}
		if line, column := d.place(n.Pos); line < 1 || column < 1 {
			t.Fatalf("%s stands at %d:%d", n.Path(), line, column)
		}
		for i, item := range n.Items {
			if item.Parent != n || n.Kind == List && item.Index != i {
				t.Fatalf("%s is not linked to its parent", item.Path())
			}
			walk(item, depth+1)
		}
	}
	walk(d.Root, 0)
	return d
}
