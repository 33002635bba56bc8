package asset

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var numberInJSON = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?`)

// TestMutations opens files that differ from good ones in a number or some bytes: what
// fuzzing finds soonest, in every run of the tests.
func TestMutations(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	numbers := []string{"0", "1", "2", "3", "4", "-1", "255", "65535", "4294967295", "9007199254740991", "1e400", "1.5", "null", "[]", "{}", `""`, "5120", "5123", "5126"}
	seeds := [][]byte{gridGLB(t, 2, true), gridGLB(t, 1, false)}
	lim := defaultLimits
	lim.zeroElements, lim.vertices, lim.geometryBytes, lim.totalPixels = 1<<16, 1<<20, 64<<20, 1<<20
	dir := t.TempDir()
	corpus, _ := filepath.Glob("../../../shared/assets/models/*/*")
	for _, name := range corpus {
		data, err := os.ReadFile(name)
		switch ext := filepath.Ext(name); {
		case err != nil || len(data) > 20_000:
		case ext == ".gltf" || ext == ".glb":
			seeds = append(seeds, data)
		default: // what they refer to
			if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	loaded := 0
	for i := range 400 {
		data := bytes.Clone(seeds[i%len(seeds)])
		for range 1 + rnd.IntN(3)/2 {
			switch at := numberInJSON.FindAllIndex(data, -1); {
			case len(at) > 0 && rnd.IntN(8) > 0:
				// Spaces keep a container's chunks in place; where it grows, its lengths are wrong.
				n := at[rnd.IntN(len(at))]
				with := []byte(numbers[rnd.IntN(len(numbers))])
				for len(with) < n[1]-n[0] {
					with = append(with, ' ')
				}
				data = append(data[:n[0]:n[0]], append(with, data[n[1]:]...)...)
			case rnd.IntN(4) > 0:
				data[rnd.IntN(len(data))] = byte(rnd.Uint32())
			default:
				data = data[:rnd.IntN(len(data)+1)]
			}
			if len(data) == 0 {
				break
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "a.gltf"), data, 0o644); err != nil {
			t.Fatal(err)
		}
		if a, err := open(root, "a.gltf", lim); err == nil {
			loaded++
			checkInvariants(t, a)
		}
	}
	t.Logf("%d of 400 load", loaded)
}
