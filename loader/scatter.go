package loader

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

// A scatter places its entity many times.
type scatter struct {
	scene.Scatter
	radius float32 // of a disc
	tint   *tint
	at     *field.Given
}

type tint struct{ from, to mgl32.Vec3 }

func scatterBlock(s *scatter) field.Block {
	s.Scatter = scene.DefaultScatter()
	return field.Block{
		Name: "Scatter",
		Doc: "Draws the entity's `Model` or `LodGroup` many times, with a lamp at each place if it has one, on the XZ plane of the entity around its origin. " +
			"The same seed gives the same places on every machine; a larger count leaves those of a smaller one where they are.",
		Fields: []*field.Field{
			field.Int("count", &s.Count).Range(1, scene.MaxScatter).Required().Doc("How many; fewer where `min_distance` leaves no room, which is a warning."),
			field.Seed("seed", &s.Seed).Doc("Another seed, other places."),
			field.Vector("box", s.Area[:], "x", "z").Range(scene.MinMeshSize, scene.MaxMeshSize).Unit("m").Optional().Doc("They stand on a rectangle with these edges."),
			field.Float("disc", &s.radius).Range(scene.MinMeshSize, scene.MaxMeshSize/2).Unit("m").Optional().Doc("They stand on a disc with this radius."),
			field.Span("scale", &s.Scale).Range(1e-6, 1e6).Doc("Each has a size of its own between these."),
			field.Span("yaw", &s.Yaw).Degrees().Range(-3600, 3600).Doc("Each is turned around Y by an angle of its own between these."),
			field.Object("tint", &s.tint, tintBlock).Default("white").Doc("Each has a colour of its own between two."),
			field.Float("min_distance", &s.MinDistance).Range(0, scene.MaxMeshSize).Unit("m").Doc("How far apart any two of them are at least."),
		},
		Rules: []field.Rule{field.ExactlyOne("box", "disc")},
		Check: func(g *field.Given) {
			s.at = g
			if g.Has("disc") {
				s.Disc, s.Area = true, mgl32.Vec2{2 * s.radius, 2 * s.radius}
			}
			if s.tint != nil {
				s.Tint = [2]mgl32.Vec3{s.tint.from, s.tint.to}
			}
			rises := func(key string, span [2]float32, unit float64) bool {
				if g.Sure(key) && span[0] > span[1] {
					g.Errorf(key, "want [least, greatest], found %.6g before %.6g", float64(span[0])/unit, float64(span[1])/unit)
					return false
				}
				return true
			}
			if rises("scale", s.Scale, 1) && rises("yaw", s.Yaw, math.Pi/180) {
				valid(func() error { return s.Validate() })(g)
			}
		},
	}
}

func tintBlock(t *tint) field.Block {
	*t = tint{mgl32.Vec3{1, 1, 1}, mgl32.Vec3{1, 1, 1}}
	return field.Block{
		Name: "Tint",
		Doc:  "A range of colours that multiply the base colour, along the straight line between two linear ones.",
		Fields: []*field.Field{
			field.Color("from", &t.from).Doc("One end."),
			field.Color("to", &t.to).Doc("The other."),
		},
	}
}

// place finds the places of an entity. It returns nil where they cannot be used.
func (r *resolver) place(s *scatter, world mgl32.Mat4) (*scene.Scatter, []scene.Placement) {
	if s == nil || !s.at.Right() {
		return nil, nil
	}
	far := mgl32.Translate3D(s.Area[0], 0, s.Area[1]).Mul4(mgl32.Scale3D(s.Scale[1], s.Scale[1], s.Scale[1]))
	if !finite(world.Mul4(far)) {
		r.errorf(s.at.Node(), "its places in the world are too large to compute with; want smaller sizes, here or in the entity")
		return nil, nil
	}
	if r.placed += s.Count; r.placed > maxPlaced {
		r.errorf(s.at.At("count"), "the scene places more than %d things together; want fewer", maxPlaced)
		return nil, nil
	}
	if len(r.problems) > 0 {
		return nil, nil // nobody will see them
	}
	out := s.Scatter
	placements := out.Place(nil)
	if n := len(placements); n < s.Count {
		r.warnf(s.at.At("count"), "only %d of %d found a place %g m away from the others", n, s.Count, s.MinDistance)
	}
	return &out, placements
}

// maxPlaced bounds the memory that a few lines of a scene can ask for.
const maxPlaced = 2 * scene.MaxScatter
