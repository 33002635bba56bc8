package passes

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// What is near is drawn first: levels in their order, and last of all the ground, whose entity is the first.
func TestDrawsNearToFar(t *testing.T) {
	sc := crowd(200)
	sc.Entities = append(sc.Entities[:1:1], sc.Entities...)
	sc.Entities[0] = model(planeMesh, mgl32.Scale3D(3, 1, 3))
	w := planWorld(sc)
	grounds := 0
	for _, b := range w.draws.solid {
		level := 0
		for i, d := range w.draws.draws[b.first : b.first+b.count] {
			ground := w.population.prototypes[d.prototype].count == 1
			if d.around != ground || grounds > 0 && !ground {
				t.Errorf("draw %d, of prototype %d, is around the others: %v", b.first+i, d.prototype, d.around)
			}
			if d.around {
				grounds++
				continue
			}
			if d.level < level {
				t.Errorf("draw %d has level %d, after %d", b.first+i, d.level, level)
			}
			level = d.level
		}
	}
	if grounds != 1 {
		t.Errorf("%d grounds", grounds)
	}
}
