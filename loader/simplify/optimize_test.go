package simplify

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

func TestOptimize(t *testing.T) {
	rows, mixed := everything(torus(100, 100)), everything(torus(100, 100))
	random := rand.New(rand.NewPCG(5, 6))
	random.Shuffle(len(mixed.Indices)/3, func(i, j int) {
		for k := range 3 {
			mixed.Indices[3*i+k], mixed.Indices[3*j+k] = mixed.Indices[3*j+k], mixed.Indices[3*i+k]
		}
	})
	for name, p := range map[string]*scene.Primitive{"rows": rows, "mixed": mixed} {
		before, was := shaded(p), corners(p)
		old := *p
		if err := Optimize(p); err != nil {
			t.Fatal(err)
		}
		after := shaded(p)
		t.Logf("%s: %.3f vertices shaded a triangle before, %.3f after", name, before, after)
		if after > 0.7 || after > before {
			t.Errorf("%s: %.3f after %.3f", name, after, before)
		}
		checkLevel(t, &old, p)
		if !slices.Equal(was, corners(p)) {
			t.Errorf("%s: other triangles", name)
		}
	}
}

// shaded is how often a vertex shader runs for each triangle, with a first-in, first-out cache of 16 vertices.
func shaded(p *scene.Primitive) float64 {
	var cache [16]uint32
	for i := range cache {
		cache[i] = unused
	}
	runs := 0
	for _, v := range p.Indices {
		if !slices.Contains(cache[:], v) {
			cache[runs%len(cache)] = v
			runs++
		}
	}
	return float64(runs) / float64(len(p.Indices)/3)
}

// corners lists triangles by what is at their corners, in an order that does not depend on theirs.
func corners(p *scene.Primitive) []string {
	var list []string
	for i := 0; i < len(p.Indices); i += 3 {
		t := [3]mgl32.Vec2{p.UV0[p.Indices[i]], p.UV0[p.Indices[i+1]], p.UV0[p.Indices[i+2]]}
		least := 0
		for k := range t {
			if t[k][0] < t[least][0] || t[k][0] == t[least][0] && t[k][1] < t[least][1] {
				least = k
			}
		}
		text := ""
		for k := range 3 {
			uv := t[(least+k)%3]
			text += fmt.Sprint(uv)
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return list
}
