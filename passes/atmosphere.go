package passes

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// Tables of the air.
const (
	airTransmittance = iota // what gets through, by direction and height
	airMultiple             // what is scattered again, by the sun's height and the point's
	airSky                  // what is seen of each light from a height: scene.SkyView
	airAerial               // what is between: aerial.glsl
	airTables
)

// Texels of the tables.
const (
	transmittanceWidth, transmittanceHeight = 256, 64
	multipleWidth, multipleHeight           = scene.AirSuns, 32
	skyViewWidth, skyViewHeight             = 96, 128 // of a light's; the table holds two halves of each
	skyViewSteps                            = 32
	aerialSize, aerialSlices                = 32, 32
)

// atmospherePass makes the tables of light in the air (Hillaire, "A Scalable and Production Ready Sky and Atmosphere
// Rendering Technique", EGSR 2020) and keeps each until what it was made of changes. Nil where the sky is no
// atmosphere.
type atmospherePass struct {
	programs [airTables]*program // that of aerial is nil where nobody asks for it
	tables   [airTables]owned
	held     [airTables]airKey // what the tables hold
	block    airBlock
	frame    *frame
	io       airImages
	records  [airTables]func(*Commands)
}

// An airKey is what a table is made of; of what it does not depend on it has zeros.
type airKey struct {
	air    *scene.Air
	light  [2]mgl32.Vec3 // towards those that shine
	height float32
}

// airImages are the tables in a frame.
type airImages [airTables]graph.Image

// airBlock mirrors Air in spirv/include/atmosphere.glsl.
type airBlock struct {
	Air, HazeScattering, HazeExtinction, Ozone vec4
	Albedo, Thinning, Scales                   vec4
	Ground                                     [scene.AirSuns]vec4
}

func newAtmospherePass(p *programs, w *world) *atmospherePass {
	if w.scene.Sky.Kind != scene.SkyAtmosphere {
		return nil
	}
	a := &atmospherePass{}
	for i, shader := range [airTables]string{"air_transmittance.comp", "air_multiple.comp", "air_sky.comp", "air_aerial.comp"} {
		if i != airAerial || w.aerial() {
			a.programs[i] = p.compute(shader)
		}
	}
	for i, name := range [airTables]string{"atmosphere.transmittance", "atmosphere.multiple", "atmosphere.sky", "atmosphere.aerial"} {
		a.tables[i].name = name
	}
	a.records = [airTables]func(*Commands){a.drawTransmittance, a.drawMultiple, a.drawSky, a.drawAerial}
	air := w.scene.Sky.Air
	c := air.Coefficients()
	a.block = airBlock{Air: widen(c.Air, air.Anisotropy), HazeScattering: widen(c.HazeScattering, 0), HazeExtinction: widen(c.HazeExtinction, 0),
		Ozone: widen(c.Ozone, 0), Albedo: air.GroundAlbedo.Vec4(0), Thinning: scene.AirThinning,
		Scales: vec4{scene.HazeScale, scene.OzoneHeight, scene.OzoneHalf}}
	for i, e := range air.OnGround() {
		a.block.Ground[i] = widen(e, 0)
	}
	return a
}

// aerial says whether the air between is seen.
func (w *world) aerial() bool {
	return w.scene.Sky.Kind == scene.SkyAtmosphere && w.scene.Sky.Air.Aerial
}

func widen(v [3]float64, w float32) vec4 { return vec4{float32(v[0]), float32(v[1]), float32(v[2]), w} }

// prepare makes the tables.
func (a *atmospherePass) prepare(dev *vk.Device) (err error) {
	if a == nil {
		return nil
	}
	for i, size := range [airTables][2]int{{transmittanceWidth, transmittanceHeight}, {multipleWidth, multipleHeight},
		{2 * skyViewWidth, 2 * skyViewHeight}, {aerialSize * aerialSlices, 2 * aerialSize}} {
		if a.tables[i].image != nil || a.programs[i] == nil {
			continue
		}
		a.tables[i].image, err = dev.NewImage(vk.ImageDesc{Name: a.tables[i].name, Width: size[0], Height: size[1], Format: vk.RGBA32F,
			Uses: vk.Uses(vk.StorageWriteCompute, vk.SampledCompute, vk.SampledFragment)})
		if err != nil {
			return err
		}
	}
	return nil
}

// add declares what is still to be made, and returns the tables.
func (a *atmospherePass) add(f *frame) (out airImages) {
	if a == nil {
		return
	}
	sky := &f.light.Sky
	key := airKey{air: sky.Air, height: float32(sky.Air.Height(f.still.Position[1]))}
	for i := range key.light {
		key.light[i] = sky.Lights[i].Towards
	}
	leading := key
	leading.light = [2]mgl32.Vec3{sky.Leading().Towards}
	keys := [airTables]airKey{{air: sky.Air}, {air: sky.Air}, key, leading}
	a.frame = f
	for i := range out {
		if a.programs[i] == nil {
			continue
		}
		out[i] = f.exec.importImage(&a.tables[i])
		if a.held[i] == keys[i] {
			continue
		}
		a.held[i] = keys[i]
		pass := f.graph.AddPass(a.tables[i].name)
		for _, from := range out[:min(i, airSky)] {
			pass.Read(from, vk.SampledCompute)
		}
		out[i] = pass.WriteDiscard(out[i], vk.StorageWriteCompute)
		pass.Record(a.records[i])
		f.graph.Output(out[i], nil) // for frames to come, whether this one looks at it or not
	}
	a.io = out
	return out
}

// bind binds a program, its parameters and the tables that it reads.
func (a *atmospherePass) bind(c *Commands, table int, to graph.Image) {
	c.bind(a.programs[table])
	all := [4]vk.Bound{vk.Upload(&c.Recorder, &a.block).At(0), {Binding: 4, View: c.View(to)}}
	n := 2
	for i, from := range a.io[:min(table, airSky)] {
		all[n] = vk.Bound{Binding: 1 + i, View: c.View(from), Sampler: c.executor.samplers.smooth}
		n++
	}
	c.set(a.programs[table], 1, all[:n]...)
}

func (a *atmospherePass) drawTransmittance(c *Commands) {
	a.bind(c, airTransmittance, a.io[airTransmittance])
	c.DispatchThreads(transmittanceWidth, transmittanceHeight, 1)
}

func (a *atmospherePass) drawMultiple(c *Commands) {
	a.bind(c, airMultiple, a.io[airMultiple])
	c.Dispatch(multipleWidth, multipleHeight, 1)
}

func (a *atmospherePass) drawSky(c *Commands) {
	a.drawView(c, a.io[airSky], a.held[airSky].height)
}

// airSkyPush mirrors Push in spirv/air_sky.comp.
type airSkyPush struct {
	Height, Sun, Horizon float32
	Steps, Row, Rows     int32
}

// drawView draws what is seen of each light from a height.
func (a *atmospherePass) drawView(c *Commands, to graph.Image, height float32) {
	a.bind(c, airSky, to)
	for i := range a.frame.light.Sky.Lights {
		light := &a.frame.light.Sky.Lights[i]
		if light.View == nil {
			continue
		}
		push := airSkyPush{Height: height, Sun: light.Towards[1], Horizon: float32(scene.HorizonElevation(float64(height))),
			Steps: skyViewSteps, Row: int32(i * skyViewHeight), Rows: skyViewHeight}
		vk.Push(&c.Recorder, &push)
		c.DispatchThreads(skyViewWidth, skyViewHeight, 1)
	}
}

// addView declares a pass that draws the sky as from where the world's Y is 0, which is what things reflect.
func (a *atmospherePass) addView(f *frame, in airImages) graph.Image {
	view := f.graph.CreateImage("environment.sky", graph.ImageDesc{Width: 2 * skyViewWidth, Height: 2 * skyViewHeight, Format: int(vk.RGBA32F)})
	pass := f.graph.AddPass("environment.sky")
	for _, from := range in[:airSky] {
		pass.Read(from, vk.SampledCompute)
	}
	view = pass.WriteDiscard(view, vk.StorageWriteCompute)
	pass.Record(func(c *Commands) { a.drawView(c, view, float32(f.light.Sky.Air.Height(0))) })
	return view
}

// airAerialPush mirrors Push in spirv/air_aerial.comp.
type airAerialPush struct{ Height, Sun, Reach float32 }

func (a *atmospherePass) drawAerial(c *Commands) {
	a.bind(c, airAerial, a.io[airAerial])
	key := &a.held[airAerial]
	push := airAerialPush{Height: key.height, Sun: key.light[0][1], Reach: aerialReach(key.height)}
	vk.Push(&c.Recorder, &push)
	c.DispatchThreads(aerialSize, aerialSize, 1)
}

// aerialReach is how far the table of the air between goes level and upwards, in metres: what is farther looks as if
// the air went on likewise.
func aerialReach(height float32) float32 { return 200e3 + 2*height }

// forget makes the next frame make the tables.
func (a *atmospherePass) forget() {
	if a != nil {
		a.held = [airTables]airKey{}
	}
}

func (a *atmospherePass) destroy() {
	if a == nil {
		return
	}
	for i := range a.tables {
		a.tables[i].destroy()
	}
}
