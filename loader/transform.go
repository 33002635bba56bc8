package loader

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
)

type transform struct {
	position mgl32.Vec3
	rotation mgl32.Quat
	lookAt   mgl32.Vec3
	scale    mgl32.Vec3
}

func transformBlock(t *transform) field.Block {
	*t = transform{rotation: mgl32.QuatIdent(), scale: mgl32.Vec3{1, 1, 1}}
	return field.Block{
		Name: "Transform3D",
		Doc: "Where an entity stands in its parent's space: it is scaled, then rotated, then moved. " +
			"Three angles turn around Z first, then X, then Y, so that y is the heading, x the pitch and z the roll. " +
			"Positive angles turn counter-clockwise seen from the axis's tip.",
		Fields: []*field.Field{
			field.XYZ("position", &t.position).Range(-1e7, 1e7).Unit("m").Doc("Its origin."),
			field.Rotation("rotation", &t.rotation).Doc("How it is turned; a quaternion is made unit length."),
			field.XYZ("look_at", &t.lookAt).Range(-1e7, 1e7).Unit("m").Optional().Doc("A point that its -Z looks at, with +Y up, in the parent's space."),
			field.XYZOrNumber("scale", &t.scale).Range(-1e6, 1e6).Doc("Size along each axis, not 0; a negative one mirrors."),
		},
		Rules: []field.Rule{field.AtMostOne("rotation", "look_at")},
		Check: func(g *field.Given) {
			for _, s := range t.scale {
				if g.Sure("scale") && s < 1e-6 && s > -1e-6 {
					g.Errorf("scale", "want numbers other than 0, found %g", s)
					break
				}
			}
			if !g.Has("look_at") || !g.Sure("look_at", "position") {
				return
			}
			if t.lookAt.Sub(t.position).Len() < 1e-6 {
				g.Errorf("look_at", "want a point away from the position %s, found %s", spell(t.position), spell(t.lookAt))
				return
			}
			t.rotation = mgl32.Mat4ToQuat(looking(t.position, t.lookAt)).Normalize()
		},
	}
}

// matrix is parentFromLocal.
func (t *transform) matrix() mgl32.Mat4 {
	if t == nil {
		return mgl32.Ident4()
	}
	m := t.rotation.Mat4().Mul4(mgl32.Scale3D(t.scale[0], t.scale[1], t.scale[2]))
	m.SetCol(3, t.position.Vec4(1))
	return m
}

// looking places something at a point so that its -Z looks at another and its +Y is as upright
// as it can be. Where it looks straight down its top is north (-Z), straight up south.
func looking(from, at mgl32.Vec3) mgl32.Mat4 {
	z := from.Sub(at).Normalize()
	up := mgl32.Vec3{0, 1, 0}
	if side := up.Cross(z); side.Len() < 1e-5 {
		up = mgl32.Vec3{0, 0, -z[1]}
	}
	x := up.Cross(z).Normalize()
	y := z.Cross(x)
	return mgl32.Mat4FromCols(x.Vec4(0), y.Vec4(0), z.Vec4(0), from.Vec4(1))
}

// spell writes a vector as a file does.
func spell(v mgl32.Vec3) string { return fmt.Sprintf("[%g, %g, %g]", v[0], v[1], v[2]) }
