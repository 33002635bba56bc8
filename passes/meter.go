package passes

import (
	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// Places at which a picture is metered, whatever its size.
const (
	meterColumns = 96
	meterRows    = 64
)

// meterPass measures the light on what a camera sees, from which a metered exposure follows. It
// runs in a frame of its own before a still; in a sequence each frame measures for the one
// vk.FramesInFlight later, and nothing waits.
type meterPass struct {
	programs  *programs
	program   *program // nil until a picture is metered
	host      hostRing // exposed lux, meterRows rows
	exposures [vk.FramesInFlight]float32
	lux       []float32
	frame     *frame
	gbuffer   gbuffer
	in        lightInputs
	out       graph.Buffer
	record    func(*Commands)
}

// meterPush mirrors Push in spirv/meter.comp.
type meterPush struct{ Columns, Rows uint32 }

func newMeterPass(p *programs) *meterPass {
	m := &meterPass{programs: p, host: hostRing{name: "meter.lux"}, lux: make([]float32, meterColumns*meterRows)}
	m.record = m.draw
	return m
}

// compile starts compiling, if nothing was metered yet.
func (m *meterPass) compile(w *world) {
	if m.program == nil {
		m.program = m.programs.compute("meter.comp", w.lightConstants()...)
	}
}

// prepare makes what a request with a meter needs.
func (m *meterPass) prepare(dev *vk.Device, f *frame) error {
	if !f.metered {
		return nil
	}
	m.compile(f.world)
	return m.host.prepare(dev, 4*len(m.lux))
}

// add declares the pass.
func (m *meterPass) add(f *frame, gb gbuffer, in lightInputs) {
	lux := f.exec.importBuffer(m.host.next())
	m.exposures[m.host.turn] = f.exposure
	pass := f.graph.AddPass("meter")
	for _, img := range []graph.Image{gb.depth, gb.normal, gb.diffuse} {
		pass.Read(img, vk.SampledCompute)
	}
	in.read(pass, vk.SampledCompute)
	m.frame, m.gbuffer, m.in = f, gb, in
	m.out = pass.WriteBufferDiscard(lux, vk.StorageWriteCompute)
	pass.Record(m.record)
	f.graph.OutputBuffer(m.out, vk.HostRead)
}

func (m *meterPass) draw(c *Commands) {
	c.bind(m.program)
	c.litSet(m.frame, m.program, drawn{}, m.in)
	c.set(m.program, 1, c.texel(0, m.gbuffer.depth), c.texel(1, m.gbuffer.normal), c.texel(2, m.gbuffer.diffuse),
		vk.Bound{Binding: 5, Buffer: c.Buffer(m.out)})
	push := meterPush{meterColumns, meterRows}
	vk.Push(&c.Recorder, &push)
	c.DispatchThreads(meterColumns, meterRows, 1)
}

// read returns what the frame measured whose buffer is next, once it is done.
func (m *meterPass) read(sky scene.Lux) scene.Lux {
	m.host.floats(m.lux)
	for i := range m.lux {
		m.lux[i] /= m.exposures[m.host.turn]
	}
	return scene.MeterIlluminance(m.lux, sky)
}

// meterEV is at what exposure light is metered; single precision holds all there is.
const meterEV scene.EV = 0

func (m *meterPass) destroy() { m.host.destroy() }
