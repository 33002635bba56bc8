package asset

import (
	"strconv"

	"github.com/qmuntal/gltf"
)

// Animations and skins are not drawn yet. What they refer to is checked all the same, so that
// a broken file is known to be broken before the feature comes.

func (r *reader) readAnimation(e *element) *gltf.Animation {
	r.warnOnce("animation", e.path(), "animations are not supported: everything stands as at rest")
	a := &gltf.Animation{Name: e.string("name")}
	e.require("channels")
	e.require("samplers")
	a.Samplers = make([]*gltf.AnimationSampler, 0, 1)
	count := e.objects("samplers", func(i int, s *element) {
		for len(a.Samplers) < i {
			a.Samplers = append(a.Samplers, nil)
		}
		a.Samplers = append(a.Samplers, r.readAnimationSampler(s))
	})
	type target struct {
		node int
		path string
	}
	seen := map[target]bool{}
	e.objects("channels", func(i int, c *element) {
		ok := c.require("sampler")
		ok = c.require("target") && ok
		sampler := c.int("sampler", 0, 0, maxInt)
		t := c.object("target")
		if !ok || t == nil || !t.require("path") {
			return
		}
		if sampler >= count {
			c.fail("sampler", "refers to sampler %d, but there %s", sampler, areThere(count))
			return
		}
		to := target{t.reference("node", "nodes"), t.string("path")}
		if to.node >= 0 && seen[to] {
			r.fail(t.path(), "nodes[%d].%s already is animated by another channel", to.node, to.path)
		}
		seen[to] = true
		channel := &gltf.AnimationChannel{Sampler: sampler}
		if to.node >= 0 {
			channel.Target.Node = &to.node
		}
		switch to.path {
		case "translation":
			channel.Target.Path = gltf.TRSTranslation
		case "rotation":
			channel.Target.Path = gltf.TRSRotation
		case "scale":
			channel.Target.Path = gltf.TRSScale
		case "weights":
			channel.Target.Path = gltf.TRSWeights
		default:
			if t.extension("KHR_animation_pointer") == nil {
				r.warn(t.at("path"), "%q is unknown", to.path)
			}
			return
		}
		a.Channels = append(a.Channels, channel)
		if to.node >= 0 {
			n := r.doc.nodes[to.node]
			if to.path == "weights" && n != nil && (n.Mesh == nil || !r.doc.hasMorphs(*n.Mesh)) {
				r.fail(t.path(), "nodes[%d] has no morph targets whose weights could be animated", to.node)
			}
			if to.path != "weights" && n != nil && n.Matrix != [16]float64{} {
				r.fail(t.path(), "nodes[%d] has a matrix, only translation, rotation and scale can be animated", to.node)
			}
		}
	})
	return a
}

func (d *document) hasMorphs(mesh int) bool {
	m := d.meshes[mesh]
	return m == nil || (len(m.Primitives) > 0 && (m.Primitives[0] == nil || len(m.Primitives[0].Targets) > 0))
}

func (r *reader) readAnimationSampler(e *element) *gltf.AnimationSampler {
	ok := e.require("input")
	ok = e.require("output") && ok
	s := &gltf.AnimationSampler{Input: e.reference("input", "accessors"), Output: e.reference("output", "accessors")}
	switch mode := e.string("interpolation"); mode {
	case "", "LINEAR":
	case "STEP":
		s.Interpolation = gltf.InterpolationStep
	case "CUBICSPLINE":
		s.Interpolation = gltf.InterpolationCubicSpline
	default:
		r.warn(e.at("interpolation"), "%q is unknown", mode)
	}
	if !ok || s.Input < 0 || s.Output < 0 {
		return nil
	}
	return s
}

// checkAnimations compares samplers with their accessors, and skins with theirs.
func checkAnimations(doc *document, r *report) {
	for i, a := range doc.animations {
		if a == nil {
			continue
		}
		place := "animations[" + strconv.Itoa(i) + "]"
		for k, s := range a.Samplers {
			if s != nil {
				checkSamplerInput(doc, s, place+".samplers["+strconv.Itoa(k)+"].input", r)
			}
		}
		for k, c := range a.Channels {
			if s := a.Samplers[c.Sampler]; s != nil {
				checkSamplerOutput(doc, s, c, place+".channels["+strconv.Itoa(k)+"].sampler", r)
			}
		}
	}
	for i, s := range doc.skins {
		if s == nil || s.InverseBindMatrices == nil {
			continue
		}
		place := "skins[" + strconv.Itoa(i) + "].inverseBindMatrices"
		a := doc.accessors[*s.InverseBindMatrices]
		switch {
		case a == nil:
		case formatOf(a) != format{gltf.AccessorMat4, float, false}:
			r.fail(place, "is %v, must be MAT4 of FLOAT", formatOf(a))
		case a.Count < len(s.Joints):
			r.fail(place, "has %d matrices for %d joints", a.Count, len(s.Joints))
		}
	}
}

func checkSamplerInput(doc *document, s *gltf.AnimationSampler, place string, r *report) {
	a := doc.accessors[s.Input]
	switch {
	case a == nil:
	case formatOf(a) != format{gltf.AccessorScalar, float, false}:
		r.fail(place, "is %v, must be SCALAR of FLOAT", formatOf(a))
	case len(a.Min) == 0 || len(a.Max) == 0:
		r.fail(place, "the accessor must have min and max")
	case s.Interpolation == gltf.InterpolationCubicSpline && a.Count < 2:
		r.fail(place, "has %d time, a cubic spline needs at least 2", a.Count)
	}
}

func checkSamplerOutput(doc *document, s *gltf.AnimationSampler, c *gltf.AnimationChannel, place string, r *report) {
	in, out := doc.accessors[s.Input], doc.accessors[s.Output]
	if in == nil || out == nil {
		return
	}
	per := 1
	if s.Interpolation == gltf.InterpolationCubicSpline {
		per = 3
	}
	want := gltf.AccessorVec3
	switch c.Target.Path {
	case gltf.TRSRotation:
		want = gltf.AccessorVec4
	case gltf.TRSWeights:
		want = gltf.AccessorScalar
		if c.Target.Node == nil || doc.nodes[*c.Target.Node] == nil {
			return
		}
		n := doc.nodes[*c.Target.Node]
		if n.Mesh == nil || doc.meshes[*n.Mesh] == nil || len(doc.meshes[*n.Mesh].Primitives) == 0 || doc.meshes[*n.Mesh].Primitives[0] == nil {
			return
		}
		per *= len(doc.meshes[*n.Mesh].Primitives[0].Targets)
	}
	if out.Type != want {
		r.fail(place, "the output has the wrong type for what it animates")
		return
	}
	// in.Count may be as large as 2^53, so the product is not formed.
	if per == 0 || out.Count%per != 0 || out.Count/per != in.Count {
		r.fail(place, "the output has %d elements, which is not %d for each of %d times", out.Count, per, in.Count)
	}
}
