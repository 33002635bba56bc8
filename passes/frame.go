package passes

import (
	"scenerender/passes/graph"
	"scenerender/scene"
)

// A frame is what passes are declared for: one sample of one picture.
type frame struct {
	graph         *graph.Graph[*Commands]
	exec          *executor
	world         *world
	request       *Request
	width, height int
	sample        int // 0 .. samples-1
	samples       int
	view          scene.View // jittered
	cascades      []scene.Cascade
	exposure      float32 // 1/(cd/m²)
}

// last says whether this sample completes the picture.
func (f *frame) last() bool { return f.sample == f.samples-1 }

// declare is the frame, in order. A pass that the scene does not use is nil and adds nothing.
func (r *Renderer) declare(f *frame) {
	k := r.kit(f.request)
	gb := k.geometry.add(f)
	var picture graph.Image
	if k.aov != nil {
		picture = k.aov.add(f, gb)
	} else {
		in := lightInputs{shadow: r.shadow.add(f), sky: r.environment.add(f)}
		picture = k.lighting.add(f, gb, in)
		picture = r.sky.add(f, gb.depth, picture)
		picture = k.transparent.add(f, gb.depth, picture, in)
		if f.samples > 1 {
			picture = r.accumulate.add(f, picture)
		}
	}
	if f.last() {
		r.readback.add(f, k.tone.add(f, picture))
	}
}

// A kit is the passes that depend on what a picture shows.
type kit struct {
	geometry    *geometryPass
	lighting    *lightingPass
	transparent *transparentPass
	aov         *aovPass // nil for lit pictures
	tone        *tonePass
}

// kit returns the passes of a request, compiling what is new.
func (r *Renderer) kit(q *Request) *kit {
	key := kitKey{output: q.Output, curve: q.curve(), depth: q.depth()}
	if k := r.kits[key]; k != nil {
		return k
	}
	lit := q.Output == OutputColor || q.Output == OutputShadow
	k := &kit{geometry: newGeometryPass(r.programs, r.world, !lit), tone: newTonePass(r.programs, key.curve, key.depth)}
	if lit {
		k.lighting = newLightingPass(r.programs, r.world, q.Output == OutputShadow)
		if q.Output == OutputColor {
			k.transparent = newTransparentPass(r.programs, r.world)
		}
	} else {
		k.aov = newAOVPass(r.programs)
	}
	r.kits[key] = k
	return k
}

type kitKey struct {
	output Output
	curve  curve
	depth  depth
}

// block fills what every pass of the frame may know.
func (r *Renderer) block(f *frame, b *frameBlock) {
	sc := f.world.scene
	still := sc.Cameras[f.request.Shot.Camera].View(f.width, f.height, vec2{})
	*b = frameBlock{
		ClipFromWorld: f.view.ClipFromWorld, WorldFromClip: f.view.WorldFromClip,
		StillFromWorld: still.ClipFromWorld, PreviousFromWorld: still.ClipFromWorld,
		ViewFromWorld: f.view.ViewFromWorld,
		Camera:        f.view.Position.Vec4(0),
		CameraBack:    f.view.WorldFromView.Col(2).Vec3().Vec4(f.exposure),
		Size:          vec4{float32(f.width), float32(f.height), 1 / float32(f.width), 1 / float32(f.height)},
		Options:       vec4{float32(f.sample), 0, shadowSize, 0},
	}
	if f.view.Orthographic {
		b.Camera[3] = 1
	}
	if f.request.Shot.Transparent {
		b.Options[1] = 1
	}
	if sun := sc.Sun; sun != nil {
		b.SunTowards = sun.Direction.Mul(-1).Vec4(float32(len(f.cascades)))
		b.SunIlluminance = sun.Color.Mul(float32(sun.Illuminance) * f.exposure).Vec4(0)
	}
	b.SunIlluminance[3] = float32(f.world.lamps)
	for i, c := range f.cascades {
		b.CascadeFromWorld[i] = c.ClipFromWorld
		b.CascadeNear[i], b.CascadeFar[i] = c.SplitNear, c.SplitFar
		b.CascadeOffset[i], b.CascadeBias[i] = c.NormalOffset(shadowFilter), c.DepthBias(shadowFilter)
	}
	b.skyBlock(&sc.Sky, &r.irradiance, f.exposure)
}
