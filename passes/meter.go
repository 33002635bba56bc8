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
// runs in a frame of its own before a picture's first.
type meterPass struct {
	programs *programs
	program  *program // nil until a picture is metered
	lux      owned    // exposed lux, meterRows rows; the host reads it
	frame    *frame
	gbuffer  gbuffer
	in       lightInputs
	out      graph.Buffer
	record   func(*Commands)
}

// meterPush mirrors Push in spirv/meter.comp.
type meterPush struct{ Columns, Rows uint32 }

func newMeterPass(p *programs) *meterPass {
	m := &meterPass{programs: p, lux: owned{name: "meter.lux"}}
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
	if m.lux.buffer != nil {
		return nil
	}
	b, err := dev.NewBuffer(vk.BufferDesc{Name: m.lux.name, Size: meterColumns * meterRows * 4,
		Uses: vk.Uses(vk.StorageWriteCompute, vk.HostRead), Memory: vk.ReadbackMemory})
	m.lux.buffer = b
	return err
}

// add declares the pass.
func (m *meterPass) add(f *frame, gb gbuffer, in lightInputs) {
	lux := f.exec.importBuffer(&m.lux)
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

// read returns what was measured, in lux, once the frame is done.
func (m *meterPass) read(exposure float32, sky scene.Lux) scene.Lux {
	m.lux.buffer.Invalidate()
	lux := make([]float32, meterColumns*meterRows)
	copy(vk.Bytes(lux), m.lux.buffer.Mapped())
	for i := range lux {
		lux[i] /= exposure
	}
	return scene.MeterIlluminance(lux, sky)
}

// meterEV is at what exposure light is metered; single precision holds all there is.
const meterEV scene.EV = 0

func (m *meterPass) destroy() { m.lux.backing.destroy() }
