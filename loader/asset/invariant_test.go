package asset

import (
	"math"
	"testing"

	"scenerender/scene"
)

// checkInvariants holds an asset against what the types of package scene promise.
func checkInvariants(t testing.TB, a *Asset) {
	t.Helper()
	for i, m := range a.Meshes {
		for k := range m.Primitives {
			checkPrimitive(t, a, i, k)
		}
	}
	for i, tex := range a.Textures {
		if tex.Image < 0 || tex.Image >= len(a.Images) {
			t.Errorf("texture %d: image %d", i, tex.Image)
		}
	}
	for i, img := range a.Images {
		if img.Width < 1 || img.Height < 1 || len(img.Pix) != 4*img.Width*img.Height {
			t.Errorf("image %d: %d x %d with %d bytes", i, img.Width, img.Height, len(img.Pix))
		}
	}
	for i, n := range a.Nodes {
		if n.Parent >= i || n.Mesh >= len(a.Meshes) {
			t.Errorf("node %d: parent %d, mesh %d", i, n.Parent, n.Mesh)
		}
		switch {
		case n.LodOf < -1 || n.LodOf >= len(a.Nodes) || n.LodOf == -1 && (n.Lod != nil || n.Level != 0):
			t.Errorf("node %d: level %d of node %d", i, n.Level, n.LodOf)
		case n.LodOf >= 0:
			if l := a.Nodes[n.LodOf].Lod; l == nil || n.Level < 0 || n.Level >= l.Levels || n.Lod != nil && n.LodOf != i {
				t.Errorf("node %d: level %d of node %d with %+v", i, n.Level, n.LodOf, l)
			}
		}
		if l := n.Lod; l != nil {
			if len(l.Coverage) != l.Levels && len(l.Coverage) != l.Levels-1 {
				t.Errorf("node %d: %d levels, coverage %v", i, l.Levels, l.Coverage)
			}
			for k, c := range l.Coverage {
				if !(c >= 0 && c <= 1) || k > 0 && !(c < l.Coverage[k-1]) {
					t.Errorf("node %d: coverage %v", i, l.Coverage)
				}
			}
		}
	}
	for i := range a.Materials {
		checkMaterial(t, a, &a.Materials[i])
	}
	if len(a.Files) == 0 {
		t.Error("no files")
	}
}

func checkMaterial(t testing.TB, a *Asset, m *scene.Material) {
	t.Helper()
	color := []*scene.TextureRef{m.BaseColorTexture, m.EmissiveTexture, m.SpecularColorTexture}
	data := []*scene.TextureRef{m.MetallicRoughnessTexture, m.NormalTexture, m.OcclusionTexture, m.SpecularTexture}
	for i, ref := range append(color, data...) {
		if ref != nil && (ref.UV > 1 || a.Images[a.Textures[ref.Texture].Image].SRGB != (i < len(color))) {
			t.Errorf("material %q: texture %d is %+v", m.Name, i, *ref)
		}
	}
}

func checkPrimitive(t testing.TB, a *Asset, mesh, primitive int) {
	t.Helper()
	p := &a.Meshes[mesh].Primitives[primitive]
	n := len(p.Positions)
	optional := func(l int) bool { return l == 0 || l == n }
	switch {
	case n == 0 || len(p.Normals) != n || !optional(len(p.Tangents)) || !optional(len(p.UV0)) || !optional(len(p.UV1)) || !optional(len(p.Colors)):
		t.Errorf("mesh %d primitive %d: lengths %d %d %d %d %d %d", mesh, primitive, n, len(p.Normals), len(p.Tangents), len(p.UV0), len(p.UV1), len(p.Colors))
		return
	case len(p.Indices) == 0 || len(p.Indices)%3 != 0:
		t.Errorf("mesh %d primitive %d: %d indices", mesh, primitive, len(p.Indices))
	case p.Material < 0 || p.Material >= len(a.Materials):
		t.Errorf("mesh %d primitive %d: material %d", mesh, primitive, p.Material)
	case (a.Materials[p.Material].NormalTexture != nil) != (p.Tangents != nil):
		t.Errorf("mesh %d primitive %d: tangents %d, normal texture %v", mesh, primitive, len(p.Tangents), a.Materials[p.Material].NormalTexture)
	}
	for _, i := range p.Indices {
		if int(i) >= n {
			t.Fatalf("mesh %d primitive %d: index %d of %d", mesh, primitive, i, n)
		}
	}
	isUnit := func(x, y, z float32) bool {
		return math.Abs(math.Sqrt(float64(x)*float64(x)+float64(y)*float64(y)+float64(z)*float64(z))-1) < 1e-3
	}
	for i, v := range p.Normals {
		if !isUnit(v[0], v[1], v[2]) {
			t.Fatalf("mesh %d primitive %d: normal %d is %v", mesh, primitive, i, v)
		}
	}
	for i, v := range p.Tangents {
		if !isUnit(v[0], v[1], v[2]) || (v[3] != 1 && v[3] != -1) {
			t.Fatalf("mesh %d primitive %d: tangent %d is %v", mesh, primitive, i, v)
		}
	}
	for _, v := range p.Positions {
		for k := range 3 {
			if !(v[k] >= p.Bounds.Min[k] && v[k] <= p.Bounds.Max[k]) {
				t.Fatalf("mesh %d primitive %d: %v is not in %v", mesh, primitive, v, p.Bounds)
			}
		}
	}
}
