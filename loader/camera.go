package loader

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

// sensorHeight is that of 35 mm film, for which lenses are named.
const sensorHeight = 24 // mm

// far of an orthographic camera, which cannot see infinitely far with a depth buffer.
const orthographicFar = 1000

type camera struct {
	name         string
	position     mgl32.Vec3
	lookAt       mgl32.Vec3
	rotation     mgl32.Quat
	fovY         float32
	lens         float32
	orthographic *orthographic
	near, far    float32
	at           *field.Given
}

type orthographic struct{ height float32 }

func cameraBlock(c *camera) field.Block {
	*c = camera{name: "main", rotation: mgl32.QuatIdent(), fovY: 50 * math.Pi / 180, near: 0.1}
	return field.Block{
		Name: "Camera",
		Doc:  "Where a picture is taken from. Without `look_at` or `rotation` it looks along -Z, level, with +Y up.",
		Fields: []*field.Field{
			field.Text("name", &c.name).Doc("What shots call it; no two cameras share a name."),
			field.XYZ("position", &c.position).Range(-1e7, 1e7).Unit("m").Doc("Where it stands."),
			field.XYZ("look_at", &c.lookAt).Range(-1e7, 1e7).Unit("m").Optional().Doc("The point in the middle of the picture."),
			field.Rotation("rotation", &c.rotation).Doc("How it is turned, as in `Transform3D`."),
			field.Float("fov_y", &c.fovY).Degrees().Range(0.01, 179).Doc("Full vertical field of view."),
			field.Float("lens", &c.lens).Range(0.2, 100000).Unit("mm").Optional().Doc("Focal length over a sensor 24 mm high, in place of `fov_y`."),
			field.Object("orthographic", &c.orthographic, orthographicBlock).Doc("No perspective, in place of `fov_y`."),
			field.Float("near", &c.near).Range(1e-6, 1e6).Unit("m").Doc("Nearest distance seen."),
			field.Float("far", &c.far).Range(1e-6, 1e9).Unit("m").Default("infinite; 1000 if orthographic").Doc("Farthest distance seen."),
		},
		Rules: []field.Rule{
			field.AtMostOne("look_at", "rotation"),
			field.AtMostOne("fov_y", "lens", "orthographic"),
		},
		Check: func(g *field.Given) {
			c.at = g
			if g.Has("look_at") && g.Sure("look_at", "position") && c.lookAt.Sub(c.position).Len() < 1e-6 {
				g.Errorf("look_at", "want a point away from the position %s, found %s", spell(c.position), spell(c.lookAt))
			}
			if g.Has("lens") && c.lens > 0 {
				c.fovY = 2 * float32(math.Atan(sensorHeight/2/float64(c.lens)))
			}
			if c.orthographic != nil && !g.Has("far") {
				c.far = orthographicFar
			}
			if c.far != 0 && c.far <= c.near && g.Sure("near", "far") {
				g.Errorf("far", "want a number above near, which is %g, found %g", c.near, c.far)
			}
		},
	}
}

func orthographicBlock(o *orthographic) field.Block {
	return field.Block{
		Name: "Orthographic",
		Doc:  "A projection without perspective.",
		Fields: []*field.Field{
			field.Float("height", &o.height).Range(1e-6, 1e7).Unit("m").Required().Doc("What the picture shows from bottom to top."),
		},
	}
}

func (c *camera) resolve() scene.Camera {
	out := scene.Camera{Name: c.name, FovY: c.fovY, Near: c.near, Far: c.far}
	if c.orthographic != nil {
		out.FovY, out.Height = 0, c.orthographic.height
	}
	if c.at.Has("look_at") {
		out.WorldFromCamera = looking(c.position, c.lookAt)
	} else {
		out.WorldFromCamera = c.rotation.Mat4()
		out.WorldFromCamera.SetCol(3, c.position.Vec4(1))
	}
	return out
}
