package passes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// A caster is a box or a ball that stands in a scene with a floor at y = 0.
type caster struct {
	center vec3
	half   vec3 // of a box
	radius float32
}

func (c *caster) entity() scene.Entity {
	move := mgl32.Translate3D(c.center[0], c.center[1], c.center[2])
	if c.radius > 0 {
		d := 2 * c.radius
		return model(sphereMesh, move.Mul4(mgl32.Scale3D(d, d, d)))
	}
	return model(boxMesh, move.Mul4(mgl32.Scale3D(2*c.half[0], 2*c.half[1], 2*c.half[2])))
}

// blocks reports whether a ray meets the caster grown by a margin within a length. A box that stands on the floor
// reaches below it when it shrinks, so that the shadow has to begin where it stands.
func (c *caster) blocks(from, towards vec3, length, margin float32) bool {
	if c.radius > 0 {
		to := c.center.Sub(from)
		along := min(max(to.Dot(towards), 0), length)
		return to.Sub(towards.Mul(along)).Len() < c.radius+margin
	}
	near, far := float32(0), length
	for k := range 3 {
		low, high := c.center[k]-c.half[k]-margin, c.center[k]+c.half[k]+margin
		if k == 1 && margin < 0 && low < 2*-margin {
			low = -1
		}
		if low >= high {
			return false
		}
		if towards[k] == 0 {
			if from[k] < low || from[k] > high {
				return false
			}
			continue
		}
		a, b := (low-from[k])/towards[k], (high-from[k])/towards[k]
		near, far = max(near, min(a, b)), min(far, max(a, b))
	}
	return near < far
}

// between reports whether the caster, grown by a margin, blocks the way from a point to another.
func (c *caster) between(from, to vec3, margin float32) bool {
	d := to.Sub(from)
	length := d.Len()
	return c.blocks(from, d.Mul(1/length), length, margin)
}

// owner is the caster whose surface a point is on, -1 for the floor.
func owner(list []caster, p vec3) int {
	best, at := max(p[1], -p[1]), -1 // the floor, to within rounding
	for i := range list {
		c := &list[i]
		var d float32
		if c.radius > 0 {
			d = p.Sub(c.center).Len() - c.radius
		} else {
			d = -1
			for k := range 3 {
				d = max(d, max(p[k]-c.center[k], c.center[k]-p[k])-c.half[k])
			}
		}
		if d = max(d, -d); d < best {
			best, at = d, i
		}
	}
	return at
}

// A shadowCheck holds what surfaces get of a light against rays to it. Near a shadow's edge either may be right: the
// filter is two texels wide and receivers are moved by the normal offset, which together is the margin. What is
// left must be lit or dark altogether: acne, leaks, gaps where things touch, shadows that have moved and seams
// between maps all show.
type shadowCheck struct {
	what        string
	casters     []caster
	light, dark int // pixels that are so for sure
	wrong       int
}

// pixel checks one that gets a share of the light, which is in a direction, so far away. The texels of the shadow map
// are so large there, in metres.
func (c *shadowCheck) pixel(t *testing.T, i int, s surfel, share float32, towards vec3, distance, texel float32) {
	t.Helper()
	cosine := s.normal.Dot(towards)
	if cosine < 0.1 {
		return // grazing: lit by next to nothing
	}
	margin := 3.5 * texel * (1 + float32(math.Sqrt(float64(1-cosine*cosine))))
	self := owner(c.casters, s.position)
	hit, near := false, false
	for k := range c.casters {
		if k != self { // convex: no shadow on itself
			hit = hit || c.casters[k].blocks(s.position, towards, distance, -margin)
			near = near || c.casters[k].blocks(s.position, towards, distance, margin)
		}
	}
	switch {
	case self >= 0 && s.position[1] < margin: // the floor's own edge of light
	case hit && share > 0.004, !near && share < 0.996:
		if c.wrong++; c.wrong < 4 {
			t.Errorf("%s: pixel %d at %v facing %v: %v of the light, blocked %v (texel %.4f m, cosine %.2f)", c.what, i, s.position, s.normal, share, hit, texel, cosine)
		}
	case hit:
		c.dark++
	case !near:
		c.light++
	}
}

// counts returns how many pixels are lit and dark for sure.
func (c *shadowCheck) counts(t *testing.T) (light, dark int) {
	t.Helper()
	if c.wrong > 3 {
		t.Errorf("%s: %d pixels are wrong", c.what, c.wrong)
	}
	return c.light, c.dark
}

// stillLife is a box, a ball on the floor, a thin plate and a board that hangs, and cameras near them and above.
func stillLife() ([]caster, []scene.Camera) {
	return []caster{
			{center: vec3{0, 0.5, 0}, half: vec3{0.5, 0.5, 0.5}},
			{center: vec3{-1.5, 0.4, 0.8}, radius: 0.4},
			{center: vec3{0.9, 0.15, 1.2}, half: vec3{0.4, 0.15, 0.02}},
			{center: vec3{1, 1.5, -1}, half: vec3{0.5, 0.03, 0.5}},
		}, []scene.Camera{
			{Name: "eye", WorldFromCamera: lookAt(vec3{2.5, 3, 5}, vec3{0, 0.3, 0}), FovY: mgl32.DegToRad(45), Near: 0.1},
			above(15, 7),
		}
}

// castersStage has a floor and quads that lie 1 m over it, around those places: a plain one at -3, -3, one that casts
// nothing at 3, -3, masked ones at -3, 0 and, casting nothing, at 3, 0, and a blended one at -3, 3. The mask has holes in two
// quarters, and its upper half lies towards -Z.
func castersStage() *scene.Scene {
	lying := func(x, z float32) scene.Entity {
		return model(quadMesh, mgl32.Translate3D(x, 1, z).Mul4(mgl32.HomogRotate3DX(-math.Pi/2)))
	}
	silent := func(e scene.Entity) scene.Entity { e.Model.Shadows = false; return e }
	sc := stage(model(planeMesh, mgl32.Ident4()), lying(-3, -3), silent(lying(3, -3)), withMaterial(lying(-3, 0), 1), silent(withMaterial(lying(3, 0), 1)), withMaterial(lying(-3, 3), 2))
	sc.Images = []scene.Image{{Name: "holes", Width: 2, Height: 2, Pix: []byte{9, 9, 9, 255, 9, 9, 9, 0, 9, 9, 9, 0, 9, 9, 9, 255}}}
	sc.Textures = []scene.Texture{{Sampler: scene.Sampler{MagNearest: true, MinNearest: true, NoMips: true}}}
	masked := sc.Materials[0]
	masked.AlphaMode = scene.AlphaMask
	masked.BaseColorTexture = &scene.TextureRef{UVFromMesh: mgl32.Ident3()}
	blend := sc.Materials[0]
	blend.AlphaMode, blend.BaseColor[3] = scene.AlphaBlend, 0.5
	sc.Materials = append(sc.Materials, masked, blend)
	return sc
}

// castersShadows says what places of the floor of castersStage get of a light at 45 degrees in +X, which throws
// shadows 1 m towards -X.
var castersShadows = []struct {
	what string
	x, z float32
	lit  float32
}{
	{"solid", -4.5, -3.5, 0}, {"solid", -3.5, -2.5, 0}, {"beside it", -2.5, -3, 1}, {"silent", 2.5, -3.5, 1}, {"silent", 1.5, -2.5, 1},
	{"mask, covered", -4.5, -0.5, 0}, {"mask, hole", -3.5, -0.5, 1}, {"mask, hole", -4.5, 0.5, 1}, {"mask, covered", -3.5, 0.5, 0},
	{"silent mask", 1.5, -0.5, 1}, {"silent mask", 2.5, 0.5, 1}, {"blended", -4, 3, 1},
}
