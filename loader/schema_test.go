package loader

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"scenerender/loader/tree"
)

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("scene.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("scene.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func parse(t *testing.T, path string) any {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc, problems := tree.Parse(path, text, tree.FormatOf(path))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return doc.Root.Any()
}

// TestSchema holds the schema against the decoder: what one accepts the other does, apart from
// what a schema cannot say (names, files, and how numbers relate).
func TestSchema(t *testing.T) {
	schema := compileSchema(t)
	for _, path := range []string{"testdata/simple.toml", "testdata/simple.json", "testdata/assets.toml", "testdata/lod.toml", "testdata/lod.json"} {
		if err := schema.Validate(parse(t, path)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	scenes, err := filepath.Glob("../scenes/*.*ml")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../scenes/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(scenes, more...) {
		if err := schema.Validate(parse(t, path)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, name := range []string{"unknown_keys", "types", "ranges", "exclusive", "missing", "version", "columns", "colors", "lod", "light"} {
		for _, ext := range []string{".toml", ".json"} {
			if schema.Validate(parse(t, "testdata/mistakes/"+name+ext)) == nil {
				t.Errorf("%s%s is valid by the schema", name, ext)
			}
		}
	}
	for _, name := range []string{"circle", "geometry"} {
		if err := schema.Validate(parse(t, "testdata/mistakes/"+name+".toml")); err != nil {
			t.Errorf("%s has only mistakes that a schema cannot know, but: %v", name, err)
		}
	}
}

// TestSchemaSingleMistakes holds each kind of mistake by itself against the schema.
func TestSchemaSingleMistakes(t *testing.T) {
	schema := compileSchema(t)
	for _, text := range []string{
		`"colour": 1`, `"sun": {"lux": -1}`, `"sun": {"azimuth": 1}`, `"sun": {"direction": [0, 1]}`,
		`"sun": {"direction": [0, 1, 0], "azimuth": 0, "elevation": 0}`, `"sky": {}`,
		`"sky": {"color": 1, "gradient": {}}`, `"camera": {"fov_y": 50, "lens": 20}`, `"camera": [3]`,
		`"meshes": {"": {"box": {}}}`, `"meshes": {"a": {}}`, `"meshes": {"a": {"box": {}, "rock": {}}}`,
		`"meshes": {"a": {"sphere": {"rings": 2.5}}}`, `"materials": {"a": {"base_color": "red"}}`,
		`"materials": {"a": {"alpha_mode": "none"}}`, `"materials": {"a": {"base_color_texture": {}}}`,
		`"materials": {"a": {"base_color_texture": ""}}`, `"render": {"size": [1]}`, `"render": {"samples": 0}`,
		`"shots": [{}]`, `"entities": [{"Model": {}}]`, `"entities": [{"Transform3D": {"rotation": [1]}}]`,
		`"entities": [{"Transform3D": {"scale": "big"}}]`, `"entities": {}`, `"version": 2`, `"exposure": {"ev100": null}`,
		`"exposure": {"compensation": 1}`, `"exposure": {"preset": "sunny", "metered": {}}`, `"exposure": {"metered": true}`, `"exposure": {"preset": "moonlight"}`,
		`"lod": {"bias": -1}`, `"entities": [{"Model": {"mesh": "box"}, "LodGroup": {}}]`, `"entities": [{"LodGroup": {"size": 0}}]`,
		`"entities": [{"LodGroup": {"levels": [{}]}}]`, `"entities": [{"LodGroup": {"auto": {}}}]`,
		`"entities": [{"LodGroup": {"levels": [{"renderers": [{"mesh": "box"}], "shadow": "none"}]}}]`,
		`"entities": [{"LodGroup": {"levels": [{"renderers": [{"mesh": "box", "offset": [1]}]}]}}]`,
		`"entities": [{"LodGroup": {"levels": [{"screen_height": 1, "distance": 1, "renderers": [{"mesh": "box"}]}]}}]`,
		`"entities": [{"DitherFade": {"full": 1}, "Model": {"mesh": "box"}}]`,
		`"entities": [{"Scatter": {"count": 1}, "Model": {"mesh": "box"}}]`,
		`"entities": [{"Scatter": {"count": 1, "disc": 1, "scale": [1, 2, 3]}, "Model": {"mesh": "box"}}]`,
	} {
		full := `{"format": "scenerender", "version": 1, ` + text + `}`
		if text == `"version": 2` {
			full = `{"format": "scenerender", "version": 2}`
		}
		doc, problems := tree.Parse("x.json", []byte(full), tree.JSON)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if schema.Validate(doc.Root.Any()) == nil {
			t.Errorf("%s is valid by the schema", text)
		}
		if _, _, err := Load(write(t, "x.json", full), Options{}); err == nil {
			t.Errorf("%s is loaded", text)
		}
	}
}

// TestTableIsComplete holds that every block and key is explained, once, and that the reference
// has a section for everything it links to.
func TestTableIsComplete(t *testing.T) {
	type object struct {
		Description string
		Properties  map[string]struct{ Description string }
		Defs        map[string]object `json:"$defs"`
	}
	var root object
	if err := json.Unmarshal(Schema(), &root); err != nil {
		t.Fatal(err)
	}
	page := Reference()
	check := func(name string, o object) {
		if o.Description == "" {
			t.Errorf("%s has no description", name)
		}
		for key, p := range o.Properties {
			if len(p.Description) < 5 || !strings.HasSuffix(p.Description, ".") || strings.Contains(p.Description, "|") {
				t.Errorf("%s.%s is described as %q", name, key, p.Description)
			}
		}
		if strings.Count(page, "\n## "+name+"\n") != 1 {
			t.Errorf("the reference has not one section for %s", name)
		}
	}
	check("Scene", root)
	for name, o := range root.Defs {
		check(name, o)
	}
	for _, link := range regexp.MustCompile(`\(#(\w+)\)`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(strings.ToLower(page), "\n## "+link[1]+"\n") {
			t.Errorf("the reference links to #%s, which it does not have", link[1])
		}
	}
	sections := regexp.MustCompile(`(?s)\n## (\w+)\n(.*?)(\n## |$)`)
	for rest := page; ; {
		m := sections.FindStringSubmatchIndex(rest)
		if m == nil {
			break
		}
		seen := map[string]bool{}
		for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)`").FindAllStringSubmatch(rest[m[4]:m[5]], -1) {
			if seen[row[1]] {
				t.Errorf("%s has the key %s twice", rest[m[2]:m[3]], row[1])
			}
			seen[row[1]] = true
		}
		rest = rest[m[5]:]
	}
}

// TestReferenceIsFresh holds docs/scene.md against the table.
func TestReferenceIsFresh(t *testing.T) {
	page, err := os.ReadFile("../docs/scene.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != Reference() {
		t.Error(`docs/scene.md is not what the table says; run "go generate ./loader"`)
	}
}

// TestPrefaceLoads holds that the reference's first scene is one.
func TestPrefaceLoads(t *testing.T) {
	_, text, _ := bytes.Cut([]byte(preface), []byte("```toml\n"))
	text, _, _ = bytes.Cut(text, []byte("```"))
	load(t, write(t, "x.toml", string(text)))
}
