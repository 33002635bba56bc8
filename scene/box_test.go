package scene

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestBox(t *testing.T) {
	b := Box{mgl32.Vec3{-1, 0, 2}, mgl32.Vec3{3, 1, 4}}
	e := EmptyBox()
	if !e.Empty() || b.Empty() || e.Union(b) != b || b.Union(e) != b || e.Size() != (mgl32.Vec3{}) || e.Radius() != 0 {
		t.Error("the empty box is not neutral")
	}
	if b.Center() != (mgl32.Vec3{1, 0.5, 3}) || b.Size() != (mgl32.Vec3{4, 1, 2}) {
		t.Errorf("centre %v, size %v", b.Center(), b.Size())
	}
	if !e.Transform(mgl32.Translate3D(1, 2, 3)).Empty() {
		t.Error("a moved empty box is not empty")
	}
	m := mgl32.Translate3D(5, 6, 7).Mul4(mgl32.HomogRotate3D(1.1, mgl32.Vec3{1, 2, 3}.Normalize())).Mul4(mgl32.Scale3D(2, -1, 0.5))
	got, want := b.Transform(m), EmptyBox()
	for i := range 8 {
		q := mgl32.TransformCoordinate(b.Corner(i), m)
		want = want.Add(q)
		if !b.Contains(b.Corner(i)) {
			t.Errorf("corner %d is outside", i)
		}
	}
	if got.Min.Sub(want.Min).Len() > 1e-5 || got.Max.Sub(want.Max).Len() > 1e-5 {
		t.Errorf("transformed %v, corners say %v", got, want)
	}
}
