package loader

import (
	"scenerender/loader/field"
	"scenerender/scene"
)

// The built-in shapes: each block is the options of a generator of package scene.
type (
	box       struct{ scene.BoxOptions }
	sphere    struct{ scene.SphereOptions }
	plane     struct{ scene.PlaneOptions }
	cylinder  struct{ scene.CylinderOptions }
	cone      struct{ scene.ConeOptions }
	torus     struct{ scene.TorusOptions }
	capsule   struct{ scene.CapsuleOptions }
	treeShape struct{ scene.TreeOptions }
	rock      struct{ scene.RockOptions }
)

// metres is a length of a shape.
func metres(key string, to *float32) *field.Field {
	return field.Float(key, to).Range(scene.MinMeshSize, scene.MaxMeshSize).Unit("m")
}

// segments counts the pieces of a round thing.
func segments(key string, to *int, low int) *field.Field {
	return field.Int(key, to).Range(float64(low), scene.MaxSegments)
}

// valid holds the generator's own rules against what the table lets through.
func valid(validate func() error) func(*field.Given) {
	return func(g *field.Given) {
		if !g.Right() {
			return // its options are not all known
		}
		if err := validate(); err != nil {
			g.Errorf("", "%v", err)
		}
	}
}

func boxBlock(b *box) field.Block {
	b.BoxOptions = scene.DefaultBox()
	return field.Block{
		Name: "Box", Doc: "A box around the origin.",
		Fields: []*field.Field{
			field.XYZ("size", &b.Size).Range(scene.MinMeshSize, scene.MaxMeshSize).Unit("m").Doc("Its edges."),
		},
		Check: valid(func() error { return b.Validate() }),
	}
}

func sphereBlock(s *sphere) field.Block {
	s.SphereOptions = scene.DefaultSphere()
	return field.Block{
		Name: "Sphere", Doc: "A sphere around the origin.",
		Fields: []*field.Field{
			metres("radius", &s.Radius).Doc("Its radius."),
			segments("segments", &s.Segments, 3).Doc("Pieces around."),
			segments("rings", &s.Rings, 2).Doc("Bands from pole to pole."),
		},
		Check: valid(func() error { return s.Validate() }),
	}
}

func planeBlock(p *plane) field.Block {
	p.PlaneOptions = scene.DefaultPlane()
	return field.Block{
		Name: "Plane", Doc: "A level rectangle around the origin that faces up.",
		Fields: []*field.Field{
			field.Vector("size", p.Size[:], "x", "z").Range(scene.MinMeshSize, scene.MaxMeshSize).Unit("m").Doc("Its edges."),
			segments("segments", &p.Segments, 1).Doc("Pieces along each edge."),
		},
		Check: valid(func() error { return p.Validate() }),
	}
}

func cylinderBlock(c *cylinder) field.Block {
	c.CylinderOptions = scene.DefaultCylinder()
	return field.Block{
		Name: "Cylinder", Doc: "An upright cylinder around the origin.",
		Fields: []*field.Field{
			metres("radius", &c.Radius).Doc("Its radius."),
			metres("height", &c.Height).Doc("Its height."),
			segments("segments", &c.Segments, 3).Doc("Pieces around."),
			segments("rings", &c.Rings, 1).Doc("Bands along the height."),
			field.Bool("open", &c.Open).Doc("Leaves both ends open."),
		},
		Check: valid(func() error { return c.Validate() }),
	}
}

func coneBlock(c *cone) field.Block {
	c.ConeOptions = scene.DefaultCone()
	return field.Block{
		Name: "Cone", Doc: "An upright cone around the origin.",
		Fields: []*field.Field{
			metres("radius", &c.Radius).Doc("Radius of its base."),
			metres("height", &c.Height).Doc("Its height."),
			segments("segments", &c.Segments, 3).Doc("Pieces around."),
			segments("rings", &c.Rings, 1).Doc("Bands along the height."),
			field.Bool("open", &c.Open).Doc("Leaves the base open."),
		},
		Check: valid(func() error { return c.Validate() }),
	}
}

func torusBlock(t *torus) field.Block {
	t.TorusOptions = scene.DefaultTorus()
	return field.Block{
		Name: "Torus", Doc: "A level ring around the origin.",
		Fields: []*field.Field{
			metres("radius", &t.Radius).Doc("From the centre to the middle of the tube."),
			metres("tube", &t.Tube).Doc("Radius of the tube, below that of the ring."),
			segments("segments", &t.Segments, 3).Doc("Pieces around the ring."),
			segments("sides", &t.Sides, 3).Doc("Pieces around the tube."),
		},
		Check: func(g *field.Given) {
			if t.Tube >= t.Radius && g.Sure("tube", "radius") {
				g.Errorf("tube", "want a number below radius, which is %g, found %g", t.Radius, t.Tube)
				return
			}
			valid(func() error { return t.Validate() })(g)
		},
	}
}

func capsuleBlock(c *capsule) field.Block {
	c.CapsuleOptions = scene.DefaultCapsule()
	return field.Block{
		Name: "Capsule", Doc: "An upright cylinder with round ends around the origin.",
		Fields: []*field.Field{
			metres("radius", &c.Radius).Doc("Its radius."),
			metres("height", &c.Height).Doc("From end to end, at least twice the radius."),
			segments("segments", &c.Segments, 3).Doc("Pieces around."),
			field.Int("rings", &c.Rings).Range(1, scene.MaxSegments/2).Doc("Bands of each round end."),
		},
		Check: func(g *field.Given) {
			if c.Height < 2*c.Radius && g.Sure("height", "radius") {
				g.Errorf("height", "want a number of at least twice radius, which is %g, found %g", c.Radius, c.Height)
				return
			}
			valid(func() error { return c.Validate() })(g)
		},
	}
}

func treeBlock(t *treeShape) field.Block {
	t.TreeOptions = scene.DefaultTree()
	return field.Block{
		Name: "Tree", Doc: "A broad-leaved tree that stands on the origin. Its colours are in the mesh and multiply the material's.",
		Fields: []*field.Field{
			field.Seed("seed", &t.Seed).Doc("Another seed, another tree."),
			metres("height", &t.Height).Doc("To its highest leaf."),
			field.Int("leaves", &t.Leaves).Range(0, 200000).Doc("How many leaves; fewer are larger."),
			field.Int("sides", &t.Sides).Range(3, 64).Doc("Pieces around the trunk."),
		},
		Check: valid(func() error { return t.Validate() }),
	}
}

func rockBlock(r *rock) field.Block {
	r.RockOptions = scene.DefaultRock()
	return field.Block{
		Name: "Rock", Doc: "A boulder around the origin. Its colours are in the mesh and multiply the material's.",
		Fields: []*field.Field{
			field.Seed("seed", &r.Seed).Doc("Another seed, another rock."),
			field.XYZ("size", &r.Size).Range(scene.MinMeshSize, scene.MaxMeshSize).Unit("m").Doc("The box that it fills."),
			field.Int("detail", &r.Detail).Range(1, 8).Doc("Roundness; one more has four times the triangles."),
		},
		Check: valid(func() error { return r.Validate() }),
	}
}
