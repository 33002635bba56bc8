package scene

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Validate reports everything in which the scene breaks the promises of its types: indices out of
// range, parents after their children, lengths that differ, numbers that are not finite. The
// loader never produces such a scene; fuzzing holds it to that. Ranges that only make
// sense to an author (a roughness above 1) are the loader's to explain.
func (s *Scene) Validate() error {
	var c checker
	for i, im := range s.Images {
		if im.Width < 1 || im.Height < 1 || len(im.Pix) != 4*im.Width*im.Height {
			c.fail("images[%d]: %d bytes for %d x %d pixels", i, len(im.Pix), im.Width, im.Height)
		}
	}
	for i, t := range s.Textures {
		c.index(t.Image, len(s.Images), "textures[%d].image", i)
	}
	for i := range s.Materials {
		c.material(s, i)
	}
	for i := range s.Meshes {
		for k := range s.Meshes[i].Primitives {
			c.primitive(s, i, k)
		}
	}
	for i := range s.Entities {
		c.entity(s, i)
	}
	if len(s.Cameras) == 0 {
		c.fail("no cameras")
	}
	for i, cam := range s.Cameras {
		c.finite(cam.WorldFromCamera[:], "cameras[%d].transform", i)
		c.finite([]float32{cam.FovY, cam.Height, cam.Near, cam.Far}, "cameras[%d]", i)
		if perspective := cam.FovY != 0; perspective && !(cam.FovY > 0 && cam.FovY < math.Pi && cam.Near > 0) || !perspective && !(cam.Height > 0 && cam.Far > cam.Near) {
			c.fail("cameras[%d]: no picture with field of view %g, height %g, near %g, far %g", i, cam.FovY, cam.Height, cam.Near, cam.Far)
		}
		if cam.Far != 0 && cam.Far <= cam.Near {
			c.fail("cameras[%d]: far plane %g is not behind the near plane %g", i, cam.Far, cam.Near)
		}
	}
	c.sun(s.Sun, "sun")
	c.sky(&s.Sky)
	c.fog(s.Fog)
	c.moonAndNight(s)
	c.finite([]float32{s.Lod.Bias}, "lod.bias")
	c.exposure(&s.Exposure, "exposure")
	if len(s.Shots) == 0 {
		c.fail("no shots")
	}
	for i, shot := range s.Shots {
		c.index(shot.Camera, len(s.Cameras), "shots[%d].camera", i)
		c.sun(shot.Sun, "shots[%d].sun", i)
		if shot.Exposure != nil {
			c.exposure(shot.Exposure, "shots[%d].exposure", i)
		}
		if shot.Width < 1 || shot.Height < 1 || shot.Samples < 1 || shot.Samples > 1024 || math.IsNaN(shot.Time) || math.IsInf(shot.Time, 0) || shot.Tonemap > TonemapNone {
			c.fail("shots[%d]: size %d x %d, %d samples, time %g, tone curve %d", i, shot.Width, shot.Height, shot.Samples, shot.Time, shot.Tonemap)
		}
		c.post(&shot.Post, i)
	}
	return errors.Join(c.errs...)
}

// A checker collects what is wrong, up to a limit that keeps a broken mesh from filling the screen.
type checker struct{ errs []error }

func (c *checker) fail(format string, args ...any) {
	if len(c.errs) < 100 {
		c.errs = append(c.errs, fmt.Errorf(format, args...))
	}
}

func (c *checker) index(i, n int, where string, args ...any) {
	if i < 0 || i >= n {
		c.fail("%s: %d of %d", fmt.Sprintf(where, args...), i, n)
	}
}

func (c *checker) finite(v []float32, where string, args ...any) {
	for _, x := range v {
		if x-x != 0 {
			c.fail("%s: %g", fmt.Sprintf(where, args...), x)
			return
		}
	}
}

func (c *checker) rising(list []float64, least int, where string, args ...any) {
	for i, x := range list {
		if x-x != 0 || i > 0 && x <= list[i-1] {
			c.fail("%s %d: %g", fmt.Sprintf(where, args...), i, x)
			return
		}
	}
	if len(list) < least {
		c.fail("%s: only %d", fmt.Sprintf(where, args...), len(list))
	}
}

func (c *checker) unit(v mgl32.Vec3, where string, args ...any) {
	if l := v.Len(); !(math.Abs(float64(l)-1) < 1e-3) {
		c.fail("%s: %v has length %g", fmt.Sprintf(where, args...), v, l)
	}
}

func (c *checker) material(s *Scene, i int) {
	m := &s.Materials[i]
	c.finite(m.BaseColor[:], "materials[%d].base_color", i)
	c.finite(m.SpecularColor[:], "materials[%d].specular_color", i)
	c.finite(m.Emissive[:], "materials[%d].emissive", i)
	c.finite([]float32{m.Metallic, m.Roughness, m.Specular, m.IOR, m.NormalScale, m.OcclusionStrength, m.AlphaCutoff}, "materials[%d]", i)
	for _, t := range []*TextureRef{
		m.BaseColorTexture, m.MetallicRoughnessTexture, m.NormalTexture, m.OcclusionTexture,
		m.EmissiveTexture, m.SpecularTexture, m.SpecularColorTexture,
	} {
		if t != nil {
			c.index(t.Texture, len(s.Textures), "materials[%d]: texture", i)
			c.index(t.UV, 2, "materials[%d]: UV set", i)
			c.finite(t.UVFromMesh[:], "materials[%d]: texture transform", i)
		}
	}
}

func (c *checker) primitive(s *Scene, i, k int) {
	p := &s.Meshes[i].Primitives[k]
	where := fmt.Sprintf("meshes[%d].primitives[%d]", i, k)
	n := len(p.Positions)
	if len(p.Normals) != n || p.Tangents != nil && len(p.Tangents) != n || p.UV0 != nil && len(p.UV0) != n ||
		p.UV1 != nil && len(p.UV1) != n || p.Colors != nil && len(p.Colors) != n {
		c.fail("%s: %d positions, %d normals, %d tangents, %d and %d UVs, %d colours", where, n, len(p.Normals), len(p.Tangents), len(p.UV0), len(p.UV1), len(p.Colors))
		return
	}
	c.index(p.Material, len(s.Materials), "%s.material", where)
	if len(p.Indices)%3 != 0 {
		c.fail("%s: %d indices are not whole triangles", where, len(p.Indices))
	}
	for j, x := range p.Indices {
		if int64(x) >= int64(n) {
			c.fail("%s.indices[%d]: %d of %d vertices", where, j, x, n)
			break
		}
	}
	for j := range n {
		before := len(c.errs)
		c.finite(p.Positions[j][:], "%s.positions[%d]", where, j)
		c.unit(p.Normals[j], "%s.normals[%d]", where, j)
		if p.Tangents != nil {
			c.unit(p.Tangents[j].Vec3(), "%s.tangents[%d]", where, j)
			if w := p.Tangents[j][3]; w != 1 && w != -1 {
				c.fail("%s.tangents[%d]: sign %g", where, j, w)
			}
		}
		if p.UV0 != nil {
			c.finite(p.UV0[j][:], "%s.uv0[%d]", where, j)
		}
		if p.UV1 != nil {
			c.finite(p.UV1[j][:], "%s.uv1[%d]", where, j)
		}
		if p.Colors != nil {
			c.finite(p.Colors[j][:], "%s.colors[%d]", where, j)
		}
		if len(c.errs) > before {
			break
		}
	}
	if b := BoundsOf(p.Positions); b != p.Bounds {
		c.fail("%s.bounds: %v, of the positions %v", where, p.Bounds, b)
	}
}

func (c *checker) entity(s *Scene, i int) {
	e := &s.Entities[i]
	if e.Parent < -1 || e.Parent >= i {
		c.fail("entities[%d].parent: %d does not come before it", i, e.Parent)
	}
	c.finite(e.ParentFromLocal[:], "entities[%d].transform", i)
	if e.Model != nil {
		c.finite(e.Model.Color[:], "entities[%d].model.color", i)
		for k, p := range e.Model.Parts {
			c.part(s, p, fmt.Sprintf("entities[%d].model.parts[%d]", i, k))
		}
	}
	c.lod(s, i)
	c.placements(e, i)
	c.lamps(e, i)
}

func (c *checker) post(p *Post, i int) {
	share := func(x float32) bool { return x >= 0 && x <= 1 }
	if b := p.Bloom; !share(b.Strength) || !share(b.Radius) || !(b.Threshold >= 0 && b.Threshold <= math.MaxFloat32) {
		c.fail("shots[%d].post.bloom: %+v", i, b)
	}
	if w := p.WhiteBalance; w.Temperature != 0 && !(w.Temperature >= MinTemperature && w.Temperature <= MaxTemperature) || !(w.Tint >= -MaxTint && w.Tint <= MaxTint) || w.Temperature != 0 && w.Tint > 0 && w.Tint > w.Temperature.TintLimit() {
		c.fail("shots[%d].post.white_balance: %+v", i, w)
	}
	if !(p.Vignette >= 0 && p.Vignette <= MaxVignette) || !share(p.LocalContrast) {
		c.fail("shots[%d].post: vignette %g, local contrast %g", i, p.Vignette, p.LocalContrast)
	}
}

func (c *checker) part(s *Scene, p Part, where string) {
	c.index(p.Mesh, len(s.Meshes), "%s.mesh", where)
	c.finite(p.EntityFromPart[:], "%s.transform", where)
	if p.Material != -1 {
		c.index(p.Material, len(s.Materials), "%s.material", where)
	}
}
