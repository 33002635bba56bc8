package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows says which packages of this module, and which others beyond the standard library, each
// package may import: the dependency table of the project, as Go keeps its own in
// go/build/deps_test.go. A new arrow is a line here, and so a decision.
//
// Arrows point down the list only. "C" and "unsafe" are listed like packages. Tests may import
// more; they are held to the order but not to the list.
var arrows = []struct {
	pkg     string
	imports string
}{
	{"cmd/scenerender", "cmd/scenerender/picture passes vk golden loader loader/asset loader/field loader/radiance scene " +
		"github.com/go-gl/glfw/v3.3/glfw github.com/go-gl/mathgl/mgl32 github.com/go-gl/mathgl/mgl64 github.com/mattn/go-isatty github.com/spf13/cobra github.com/spf13/pflag " +
		"github.com/vbauerster/mpb/v8 github.com/vbauerster/mpb/v8/decor golang.org/x/image/webp"},
	{"cmd/scenerender/picture", "golden loader/radiance scene/half"},
	{"passes", "passes/graph spirv vk scene scene/half github.com/go-gl/mathgl/mgl32"},
	{"passes/graph", ""},
	{"spirv", ""},
	{"vk", "C unsafe github.com/vulkan-go/vulkan"},
	{"golden", ""},
	{"loader", "loader/asset loader/field loader/ies loader/radiance loader/simplify loader/tree scene github.com/go-gl/mathgl/mgl32"},
	{"loader/asset", "loader/mikktspace scene github.com/go-gl/mathgl/mgl32 github.com/goccy/go-json/jsontext github.com/qmuntal/gltf golang.org/x/image/webp"},
	{"loader/simplify", "C unsafe scene github.com/go-gl/mathgl/mgl32"},
	{"loader/mikktspace", "github.com/go-gl/mathgl/mgl32"},
	{"loader/field", "loader/tree github.com/go-gl/mathgl/mgl32"},
	{"loader/tree", "github.com/BurntSushi/toml github.com/goccy/go-json/jsontext github.com/pelletier/go-toml/v2/unstable"},
	{"loader/radiance", ""},
	{"loader/ies", ""},
	{"scene", "github.com/go-gl/mathgl/mgl32 github.com/go-gl/mathgl/mgl64"},
	{"scene/half", ""},
}

// moduleRoot is this module's folder as seen from this test.
const moduleRoot = "../.."

func TestArrows(t *testing.T) {
	place := map[string]int{} // in the list
	allowed := map[string][]string{}
	for i, a := range arrows {
		place[a.pkg] = i
		allowed[a.pkg] = strings.Fields(a.imports)
	}
	used := map[string]bool{}
	for _, f := range goFiles(t) {
		rank, known := place[f.pkg]
		if !known {
			t.Errorf("package %s is not in the table of arrows", f.pkg)
			place[f.pkg] = len(arrows) // said once
			continue
		}
		for _, path := range f.imports {
			ours := strings.HasPrefix(path, "scenerender/")
			if !ours && path != "C" && path != "unsafe" && !strings.Contains(strings.Split(path, "/")[0], ".") {
				continue // standard library
			}
			path = strings.TrimPrefix(path, "scenerender/")
			if ours && path != f.pkg {
				if target, ok := place[path]; ok && target < rank {
					t.Errorf("%s imports %s, which is above it", f.name, path)
				}
			}
			if f.test {
				continue
			}
			used[f.pkg+" "+path] = true
			if !slices.Contains(allowed[f.pkg], path) {
				t.Errorf("%s imports %s; %s may import only: %s", f.name, path, f.pkg, strings.Join(allowed[f.pkg], ", "))
			}
		}
	}
	// A table that allows what nobody uses says less than it seems to.
	for _, a := range arrows {
		if _, err := os.Stat(filepath.Join(moduleRoot, a.pkg)); err != nil {
			t.Errorf("the table of arrows has %s, which is not there", a.pkg)
			continue
		}
		for _, path := range allowed[a.pkg] {
			if !used[a.pkg+" "+path] {
				t.Errorf("the table of arrows lets %s import %s, which it does not", a.pkg, path)
			}
		}
	}
}

// goFile is a source file and what it imports.
type goFile struct {
	name, pkg string // pkg is the folder, relative to the module
	test      bool
	imports   []string
}

// goFiles parses the imports of every Go file of the module.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	err := filepath.WalkDir(moduleRoot, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(moduleRoot, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), ".") && rel != "." || d.Name() == "testdata" || isModule(path) && rel != "." {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(rel, ".go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return fmt.Errorf("%s: %w", rel, err)
		}
		if strings.HasPrefix(rel, "tools/") || parsed.Name.Name == "main" && !strings.HasPrefix(rel, "cmd/") {
			return nil // programs that make the module's files; nothing imports them
		}
		f := goFile{name: rel, pkg: filepath.ToSlash(filepath.Dir(rel)), test: strings.HasSuffix(rel, "_test.go")}
		for _, i := range parsed.Imports {
			p, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return fmt.Errorf("%s: %w", rel, err)
			}
			f.imports = append(f.imports, p)
		}
		files = append(files, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// isModule says whether a folder is a module of its own.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}
