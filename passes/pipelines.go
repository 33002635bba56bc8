package passes

import (
	"fmt"
	"slices"
	"sync"

	"scenerender/spirv"
	"scenerender/vk"
)

// A program is a pipeline that is being compiled, or was. Compiling starts when it is asked for
// and goes on beside other work, since it is most of what starting costs.
type program struct {
	done     chan struct{}
	pipeline *vk.Pipeline
	layout   vk.Layout
	sets     [2]uint32 // by set: a bit for each binding that the shaders use
	err      error
}

// wait returns the pipeline once it is compiled.
func (p *program) wait() (*vk.Pipeline, error) {
	<-p.done
	return p.pipeline, p.err
}

// failed says whether it did not compile, which another renderer may try again: memory may be free by then.
func (p *program) failed() bool {
	select {
	case <-p.done:
		return p.err != nil
	default:
		return false
	}
}

// Pipelines are what renderers on one device have compiled, each distinct pipeline once, for those that come after
// them. The renderers may be made and draw on different goroutines.
type Pipelines struct {
	dev   *vk.Device
	lock  sync.Mutex
	known map[string]*program // under lock
	slots chan struct{}       // limits how many compile at once
}

// NewPipelines returns none yet.
func NewPipelines(dev *vk.Device) *Pipelines {
	return &Pipelines{dev: dev, known: map[string]*program{}, slots: make(chan struct{}, 4)}
}

// Destroy lets go of the pipelines once the frames in flight are done; no renderer draws any more.
func (p *Pipelines) Destroy() {
	for _, t := range p.known {
		if pipeline, _ := t.wait(); pipeline != nil {
			pipeline.Destroy()
		}
	}
}

// programs are the pipelines that a renderer asked for.
type programs struct {
	*Pipelines
	asked []*program
}

// compute starts compiling a compute shader, or returns the one that was started.
func (p *programs) compute(shader string, constants ...vk.Constant) *program {
	key := fmt.Sprint(shader, constants)
	return p.start(key, func(t *program) error {
		m, err := spirv.Load(shader)
		if err != nil {
			return err
		}
		t.setLayout(m)
		t.pipeline, err = p.dev.NewCompute(vk.ComputeDesc{Name: shader, Code: m.Code, Layout: t.layout,
			Constants: constants, Local: m.WorkGroup.Size})
		return err
	})
}

// graphics starts compiling a vertex shader with an optional fragment shader. The description
// brings the fixed state; shaders and layout are filled in here.
func (p *programs) graphics(vertex, fragment string, d vk.GraphicsDesc) *program {
	d.Name = vertex
	if fragment != "" {
		d.Name = fragment
	}
	key := fmt.Sprintf("%s %s %v", vertex, fragment, d)
	return p.start(key, func(t *program) error {
		v, err := spirv.Load(vertex)
		if err != nil {
			return err
		}
		modules := []*spirv.Module{v}
		d.Vertex = v.Code
		if fragment != "" {
			f, err := spirv.Load(fragment)
			if err != nil {
				return err
			}
			d.Fragment = f.Code
			modules = append(modules, f)
		}
		t.setLayout(modules...)
		if t.sets[1] != 0 {
			for _, b := range materialBindings() {
				t.layout.Bindings = appendBinding(t.layout.Bindings, b)
			}
		}
		d.Layout = t.layout
		t.pipeline, err = p.dev.NewGraphics(d)
		return err
	})
}

func (p *programs) start(key string, compile func(*program) error) *program {
	p.lock.Lock()
	defer p.lock.Unlock()
	t := p.known[key]
	if t != nil && !t.failed() {
		if !slices.Contains(p.asked, t) {
			p.asked = append(p.asked, t)
		}
		return t
	}
	t = &program{done: make(chan struct{})}
	p.known[key] = t
	p.asked = append(p.asked, t)
	go func() {
		defer close(t.done)
		p.slots <- struct{}{}
		defer func() { <-p.slots }()
		t.err = compile(t)
	}()
	return t
}

// wait returns when everything that was asked for is compiled.
func (p *programs) wait() error {
	for _, t := range p.asked {
		if _, err := t.wait(); err != nil {
			return err
		}
	}
	return nil
}

// setLayout merges what the stages of a pipeline ask for.
func (t *program) setLayout(modules ...*spirv.Module) {
	l := &t.layout
	for _, m := range modules {
		for _, b := range m.Bindings {
			t.sets[b.Set] |= 1 << b.Number
			l.Bindings = appendBinding(l.Bindings, vk.Binding{Set: b.Set, Binding: b.Number, Count: b.Count, Type: bindingTypes[b.Kind]})
		}
		if m.Push != nil {
			l.PushSize = max(l.PushSize, m.Push.Size)
		}
	}
}

func appendBinding(list []vk.Binding, b vk.Binding) []vk.Binding {
	for _, have := range list {
		if have.Set == b.Set && have.Binding == b.Binding {
			return list
		}
	}
	return append(list, b)
}

var bindingTypes = map[spirv.Descriptor]vk.BindingType{
	spirv.CombinedImageSampler: vk.SampledImage,
	spirv.SampledImage:         vk.Texture,
	spirv.Sampler:              vk.SamplerOnly,
	spirv.StorageImage:         vk.StorageImage,
	spirv.UniformBuffer:        vk.UniformBuffer,
	spirv.StorageBuffer:        vk.StorageBuffer,
}

// switched is a boolean specialisation constant.
func switched(id uint32, on bool) vk.Constant {
	c := vk.Constant{ID: id}
	if on {
		c.Value = 1
	}
	return c
}
