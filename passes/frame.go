package passes

import (
	"errors"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// A frame is what passes are declared for: one sample of one picture.
type frame struct {
	graph         *graph.Graph[*Commands]
	exec          *executor
	world         *world
	request       *Request
	kit           *kit
	width, height int
	sample        int // 0 .. samples-1
	samples       int
	summed        int                    // samples in the picture that is finished: a mean counts as one
	offsets       []vec2                 // within a pixel, by sample
	phase         int                    // which of them the first sample has
	rotations     []scene.DitherRotation // likewise
	rotation      scene.DitherRotation   // of this one
	still         scene.View             // without jitter; the same for all samples
	before        scene.View             // that of the frame before, in a sequence
	follows       bool                   // there is one
	levels        levelChoice            // what selecting chose
	view          scene.View             // jittered
	cascades      []scene.Cascade
	clusters      scene.ClusterGrid // for the lamps that are in lists
	lampAtlas     scene.LampAtlas
	lampShares    [][]scene.LampShare // of lamps, by sample; nil: none are seen in shares
	light         scene.Lighting
	ev            scene.EV
	exposure      float32 // of ev, 1/(cd/m²)
	metered       bool    // light says how the picture is exposed
	measures      bool    // the picture's first frame measures light
	metering      bool    // the frame does nothing else, and leaves no picture
	shows         bool    // it ends in a window
}

// expose sets the exposure value.
func (f *frame) expose(ev scene.EV) { f.ev, f.exposure = ev, ev.Exposure() }

// offset is that of a sample within the pixel.
func (f *frame) offset(sample int) vec2 { return f.offsets[(f.phase+sample)%len(f.offsets)] }

// last says whether this sample completes the picture.
func (f *frame) last() bool { return f.sample == f.samples-1 }

// The frame, in order: passes says what there is, prepare makes what is kept between frames, and
// declare puts it together. A pass that the scene does not use is nil and adds nothing.
type passes struct {
	selection   *selectPass
	shadow      *shadowPass
	lamps       *lampShadowPass
	clusters    *clusterPass
	atmosphere  *atmospherePass
	environment *environmentPass
	meter       *meterPass
	tiles       *tilePass
	sky         *skyPass
	night       *nightPass
	fog         *fogPass
	taa         *taaPass
	accumulate  *accumulatePass
	pick        *pickPass
	present     *presentPass
	readback    *readbackPass
	kits        map[kitKey]*kit // by what is drawn
}

// newPasses starts compiling what every lit picture of a world needs.
func newPasses(p *programs, w *world) passes {
	selection := newSelectPass(p, w)
	return passes{
		selection:   selection,
		shadow:      newShadowPass(p, w),
		lamps:       newLampShadowPass(p, w, selection),
		clusters:    newClusterPass(p, w),
		atmosphere:  newAtmospherePass(p, w),
		environment: newEnvironmentPass(p, w),
		meter:       newMeterPass(p),
		tiles:       newTilePass(p),
		sky:         newSkyPass(p, w),
		night:       newNightPass(p, w),
		fog:         newFogPass(p, w),
		taa:         newTAAPass(p),
		accumulate:  newAccumulatePass(p),
		pick:        newPickPass(p),
		present:     newPresentPass(),
		readback:    newReadbackPass(),
		kits:        map[kitKey]*kit{},
	}
}

// prepare makes what the frames of a request share.
func (p *passes) prepare(dev *vk.Device, f *frame) error {
	return errors.Join(p.selection.prepare(dev, f.world), p.shadow.prepare(dev, f), p.lamps.prepare(dev, f), p.clusters.prepare(dev, f),
		p.atmosphere.prepare(dev), p.environment.prepare(dev), p.meter.prepare(dev, f), p.night.prepare(dev, f.world),
		p.taa.prepare(dev, f), p.accumulate.prepare(dev, f))
}

// declare adds one frame's passes.
func (p *passes) declare(f *frame) {
	k := f.kit
	f.world.mover.add(f)
	drawn := p.selection.add(f)
	var picture graph.Image
	if k.aov != nil {
		gb := k.geometry.add(f, drawn)
		p.pick.add(f, gb.depth)
		picture = k.aov.add(f, gb)
	} else {
		air := p.atmosphere.add(f)
		in := lightInputs{shadow: p.shadow.add(f, drawn), lamps: p.lamps.add(f), clusters: p.clusters.add(f), sky: p.environment.add(f, p.atmosphere, air)}
		gb := k.geometry.add(f, drawn)
		if f.measures && f.sample == 0 {
			p.meter.add(f, gb, in)
		}
		if f.metering {
			return
		}
		p.pick.add(f, gb.depth)
		geometry, sky := p.tiles.add(f, gb.depth)
		picture = k.lighting.add(f, gb, geometry, in)
		picture = p.sky.add(f, gb.depth, picture, sky, air)
		picture = p.night.add(f, gb.depth, picture, sky, air)
		picture, in.between = p.fog.add(f, gb.depth, picture, air[airAerial], in.shadow)
		picture = k.transparent.add(f, drawn, gb.depth, picture, in)
		picture = p.taa.add(f, gb, picture)
		picture = p.accumulate.add(f, picture)
	}
	if f.last() {
		p.selection.addCount(f, drawn)
		pixels := k.finish(f, picture)
		p.present.add(f, pixels)
		p.readback.add(f, pixels)
	}
}

// forget makes the next frame draw what is kept between frames.
func (p *passes) forget() {
	p.selection.forget()
	p.shadow.forget()
	p.lamps.forget()
	p.clusters.forget()
	p.atmosphere.forget()
	p.environment.forget()
	p.taa.forget()
}

func (p *passes) destroy() {
	p.selection.destroy()
	p.shadow.destroy()
	p.lamps.destroy()
	p.clusters.destroy()
	p.atmosphere.destroy()
	p.environment.destroy()
	p.meter.destroy()
	p.night.destroy()
	p.taa.destroy()
	p.accumulate.destroy()
	p.pick.destroy()
	p.readback.destroy()
}

// A kit is the passes that depend on what a picture shows.
type kit struct {
	geometry    *geometryPass
	lighting    *lightingPass
	transparent *transparentPass
	aov         *aovPass // nil for lit pictures
	bloom       *bloomPass
	contrast    *contrastPass
	tone        *tonePass
	fxaa        *fxaaPass
	taa         bool
}

// finish declares what is between a picture's light and the numbers of its file.
func (k *kit) finish(f *frame, picture graph.Image) graph.Buffer {
	glow, lines := k.bloom.add(f, picture), k.contrast.add(f, picture)
	if k.fxaa != nil {
		return k.fxaa.add(f, k.tone.addShown(f, picture, glow, lines))
	}
	return k.tone.add(f, picture, glow, lines)
}

// kit returns the passes of a request, and starts compiling what is new.
func (p *passes) kit(programs *programs, w *world, q *Request) *kit {
	key := q.key(w)
	if k := p.kits[key]; k != nil {
		return k
	}
	k := &kit{geometry: newGeometryPass(programs, w, !q.lit(), key.motion), tone: newTonePass(programs, &key), taa: key.taa}
	p.taa.compile(k)
	if q.lit() {
		k.lighting = newLightingPass(programs, w, q)
		if q.Output == OutputColor {
			k.transparent = newTransparentPass(programs, w)
		}
	} else {
		k.aov = newAOVPass(programs)
	}
	if key.bloom {
		k.bloom = newBloomPass(programs)
	}
	if key.contrast {
		k.contrast = newContrastPass(programs)
	}
	if key.fxaa {
		k.fxaa = newFXAAPass(programs, key.depth)
	}
	p.kits[key] = k
	return k
}

type kitKey struct {
	output Output
	curve  curve
	depth  depth

	bloom, white, vignette, contrast, fxaa, taa bool

	motion bool // geometry says how it moves: where that is shown, or TAA cannot tell from the camera
}

// key says which kit a request needs. What is not shown by a tone curve is not changed by scene.Post either.
func (q *Request) key(w *world) kitKey {
	key := kitKey{output: q.Output, curve: q.curve(), depth: q.depth()}
	key.taa = q.Output == OutputColor && q.Shot.AntiAliasing == scene.AATAA
	key.motion = !q.lit() || key.taa && w.moves()
	if key.curve != curveNothing {
		post := &q.Shot.Post
		key.bloom, key.white, key.vignette, key.contrast = q.blooms(), post.WhiteBalance.Temperature != 0, post.Vignette > 0, post.LocalContrast > 0
		key.fxaa = q.Shot.AntiAliasing == scene.AAFXAA
	}
	return key
}

// block fills what every pass of the frame may know.
func (r *Renderer) block(f *frame, b *frameBlock) {
	still := &f.still
	*b = frameBlock{
		Dither:        f.rotation,
		ClipFromWorld: f.view.ClipFromWorld, WorldFromClip: f.view.WorldFromClip,
		StillFromWorld: still.ClipFromWorld, PreviousFromWorld: f.before.ClipFromWorld,
		ViewFromWorld: f.view.ViewFromWorld,
		Camera:        f.view.Position.Vec4(0),
		CameraBack:    f.view.WorldFromView.Col(2).Vec3().Vec4(f.exposure),
		Size:          vec4{float32(f.width), float32(f.height), 1 / float32(f.width), 1 / float32(f.height)},
		SunTowards:    vec4{0, 1, 0, 0},
		Options:       vec4{0, shadowSize},
	}
	if f.view.Orthographic {
		b.Camera[3] = 1
	}
	if f.request.Shot.Transparent {
		b.Options[0] = 1
	}
	if sun := &f.light.Light; sun.Shines() {
		b.SunTowards = sun.Direction.Mul(-1).Vec4(float32(len(f.cascades)))
		b.SunIlluminance = sun.Color.Mul(float32(sun.Illuminance) * f.exposure).Vec4(0)
		b.Options[2] = sun.Spread()
	}
	b.SunIlluminance[3] = float32(len(f.world.lamps))
	if g := &f.clusters; f.world.clustered > 0 {
		b.Clusters = [4]uint32{uint32(g.Tile), uint32(g.Columns), uint32(g.Rows), uint32(g.Stride())}
		b.ClusterSlices = vec4{g.Scale, g.Offset, float32(g.Slices), float32(len(f.world.lamps) - f.world.clustered)}
	}
	for i, c := range f.cascades {
		b.CascadeFromWorld[i] = c.ClipFromWorld
		b.CascadeNear[i], b.CascadeFar[i] = c.SplitNear, c.SplitFar
		b.CascadeOffset[i], b.CascadeBias[i] = c.NormalOffset(shadowFilter), c.DepthBias(shadowFilter)
		b.CascadeTexel[i], b.CascadeDepth[i] = c.TexelSize, c.DepthRange
	}
	b.skyBlock(f.world, &f.light, &r.irradiance, f.exposure)
}
