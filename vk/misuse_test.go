package vk

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// panics returns the sentence f panics with, "" when it does not.
func panics(f func()) (sentence string) {
	defer func() {
		if p := recover(); p != nil {
			sentence = fmt.Sprint(p)
		}
	}()
	f()
	return ""
}

// TestMisuse: mistakes of our own code panic before the driver sees them.
func TestMisuse(t *testing.T) {
	d := openDevice(t)
	fill := newCompute(t, d, ComputeDesc{Name: "fill", Code: shader(t, "fill.comp"), Layout: fillLayout})
	draw := newGraphics(t, d, GraphicsDesc{Name: "cells", Vertex: shader(t, "cells.vert"), Fragment: shader(t, "cells.frag"), Colors: []Format{RGBA8}})
	buffer := newBuffer(t, d, BufferDesc{Name: "buffer", Size: 64, Uses: Uses(StorageWriteCompute, UniformRead)})
	img := newImage(t, d, ImageDesc{Name: "image", Width: 4, Height: 4, Format: RGBA8, Uses: Uses(SampledCompute, ColorWrite)})
	group := must[*Group](t)(d.NewGroup("group", stepLayout, 0, Bound{Binding: 0, Buffer: buffer}, Bound{Binding: 1, Buffer: buffer}))
	t.Cleanup(group.Destroy)
	f := must[*Frame](t)(d.Begin())
	r := &f.Recorder
	for _, c := range []struct {
		want string
		f    func()
	}{
		{"Set before Bind", func() { r.Set(0) }},
		{"Dispatch before Bind", func() { r.Dispatch(1, 1, 1) }},
		{`"cells" bound outside BeginRendering`, func() { r.Bind(draw) }},
		{"Begin before", func() { d.Begin() }},
		{"EndPass without", func() { r.EndPass() }},
		{"EndRendering without", func() { r.EndRendering() }},
		{`no set 1`, func() { r.Bind(fill); r.Set(1) }},
		{`binding 0 (storage buffer) got no Bound`, func() { r.Bind(fill); r.Set(0) }},
		{"no binding 3", func() { r.Bind(fill); r.Set(0, Bound{Binding: 3}) }},
		{"got no buffer", func() { r.Bind(fill); r.Set(0, Bound{View: img.View()}) }},
		{"bytes 60+8 of 64", func() { r.Bind(fill); r.Set(0, Bound{Buffer: buffer, Offset: 60, Size: 8}) }},
		{`group "group" does not fit set 0`, func() { r.Bind(fill); r.Group(0, group) }},
		{"12 bytes pushed", func() { r.Bind(fill); r.Push(make([]byte, 12)) }},
		{"Local is", func() { r.Bind(fill); r.DispatchThreads(1, 1, 1) }},
		{"dispatch of -1", func() { r.Bind(fill); r.Dispatch(-1, 1, 1) }},
		{"several layouts", func() { r.Barriers([]Barrier{{Image: img, To: Uses(ColorWrite, SampledCompute)}}) }},
		{"no use of an image", func() { r.Barriers([]Barrier{{Image: img, To: Uses(VertexRead)}}) }},
		{"mips 1+1", func() { r.Barriers([]Barrier{{Image: img, BaseMip: 1, Mips: 1, To: Uses(ColorWrite)}}) }},
		{"without a view", func() { r.BeginRendering(Rendering{Colors: []Attachment{{}}, Width: 1, Height: 1}) }},
		{"wrong kind of attachment", func() { r.BeginRendering(Rendering{Depth: &Attachment{View: img.View()}}) }},
		{"bytes 60+8 of buffer", func() { r.CopyBuffer(buffer, 0, buffer, 60, 8) }},
		{"mip 1, layer 0", func() { r.CopyImageToBuffer(img, 1, 0, buffer, 0) }},
		{"uses lack transfer-write", func() { d.NewUploader().Image(img, 0, 0, make([]byte, 64)) }},
		{"3 bytes for mip 0", func() { d.NewUploader().Image(img, 0, 0, make([]byte, 3)) }},
		{"Close between", func() { d.Close() }},
	} {
		if got := panics(c.f); !strings.HasPrefix(got, "vk: ") || !strings.Contains(got, c.want) {
			t.Errorf("%q, want it to mention %q", got, c.want)
		}
	}
	must[Ticket](t)(f.Submit())
	if got := panics(func() { f.Submit() }); !strings.Contains(got, "not open") {
		t.Errorf("submitted twice: %q", got)
	}
	b := must[*Buffer](t)(d.NewBuffer(BufferDesc{Name: "twice", Size: 4, Uses: Uses(UniformRead)}))
	b.Destroy()
	if got := panics(b.Destroy); !strings.Contains(got, `buffer "twice" destroyed twice`) {
		t.Errorf("destroyed twice: %q", got)
	}
}

func TestPipelineErrors(t *testing.T) {
	d := openDevice(t)
	code := shader(t, "fill.comp")
	for _, c := range []struct {
		want string
		desc ComputeDesc
	}{
		{"7 bytes that are no SPIR-V", ComputeDesc{Code: []byte("no code")}},
		{"no SPIR-V", ComputeDesc{Code: make([]byte, 400)}},
		{"push constants", ComputeDesc{Code: code, Layout: Layout{PushSize: 1 << 20}}},
		{"appears twice", ComputeDesc{Code: code, Layout: Layout{Bindings: []Binding{{Binding: 1}, {Binding: 1}}}}},
		{"binding 0 of set 9", ComputeDesc{Code: code, Layout: Layout{Bindings: []Binding{{Set: 9}}}}},
	} {
		c.desc.Name = "p"
		_, err := d.NewCompute(c.desc)
		if err == nil || !strings.HasPrefix(err.Error(), `vk: create compute pipeline "p": `) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want it to mention %q", err, c.want)
		}
	}
	_, err := d.NewGraphics(GraphicsDesc{Name: "g", Vertex: shader(t, "color.vert"), Depth: RGBA8})
	if err == nil || !strings.Contains(err.Error(), "rgba8 is no depth format") {
		t.Error(err)
	}
	_, err = d.NewGraphics(GraphicsDesc{Name: "g", Vertex: shader(t, "color.vert"), Colors: []Format{R32U}, Blend: Additive})
	if err == nil || !strings.Contains(err.Error(), "cannot blend into format r32u") {
		t.Error(err)
	}
	_, err = d.NewBuffer(BufferDesc{Name: "none"})
	if err == nil || !strings.Contains(err.Error(), `vk: create buffer "none": size 0`) {
		t.Error(err)
	}
}

// TestOutOfMemory asks for more than any device has.
func TestOutOfMemory(t *testing.T) {
	// Without validation, which would rightly say that the size is beyond the device's limits.
	d := openWith(t, Options{Device: os.Getenv("SCENERENDER_DEVICE")})
	_, err := d.NewBuffer(BufferDesc{Name: "huge", Size: 1 << 46, Uses: Uses(StorageReadCompute)})
	if !errors.Is(err, ErrOutOfMemory) || !strings.HasPrefix(err.Error(), `vk: create buffer "huge": out of `) {
		t.Errorf("%v", err)
	}
	newBuffer(t, d, BufferDesc{Name: "modest", Size: 1 << 10, Uses: Uses(StorageReadCompute)}) // and nothing is broken
}

// TestMessages: validation sees a mistake, turns it into errors, and Close repeats it.
func TestMessages(t *testing.T) {
	probe := openDevice(t) // decides about skipping
	d, err := Open(Options{Device: fmt.Sprint(probe.Info().Index), Validation: true})
	if err != nil {
		t.Fatal(err)
	}
	b := must[*Buffer](t)(d.NewBuffer(BufferDesc{Name: "raced", Size: 64, Uses: Uses(StorageWriteCompute)}))
	f := must[*Frame](t)(d.Begin())
	f.FillBuffer(b, 0, 0, 1)
	f.FillBuffer(b, 0, 0, 2) // no barrier between
	ticket, err := f.Submit()
	if err == nil || !strings.Contains(err.Error(), "SYNC-HAZARD-WRITE-AFTER-WRITE") {
		t.Errorf("Submit: %v", err)
	}
	if err := d.Wait(ticket); err != nil || !d.Done(ticket) {
		t.Errorf("the frame was submitted nevertheless: %v", err)
	}
	if d.Err() == nil || len(d.Messages()) == 0 || !strings.Contains(d.Messages()[0], "raced") {
		t.Errorf("%v; %v", d.Err(), d.Messages())
	}
	b.Destroy()
	if err := d.Close(); err == nil || !strings.Contains(err.Error(), "SYNC-HAZARD") {
		t.Errorf("Close: %v", err)
	}
}

func TestOpenUnknown(t *testing.T) {
	d := openDevice(t) // decides about skipping
	_, err := Open(Options{Device: "no such device"})
	if !errors.Is(err, ErrNoDevice) || !strings.Contains(err.Error(), d.Info().Name) {
		t.Errorf("%v", err)
	}
	all, err := Devices()
	if err != nil || len(all) <= d.Info().Index {
		t.Fatalf("%v, %v", all, err)
	}
	i := all[d.Info().Index]
	if i.Name != d.Info().Name || !i.Usable || i.ID == "" || i.Family == "" || i.MemoryBytes == 0 || d.Info().Why == "" {
		t.Errorf("%+v\n%+v", i, d.Info())
	}
	t.Logf("%+v", d.Info())
}
