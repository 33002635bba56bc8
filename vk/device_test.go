package vk

import (
	"embed"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"strings"
	"testing"
)

//go:embed testdata/*.spv
var testShaders embed.FS

// shader returns a compiled shader of testdata.
func shader(t testing.TB, name string) []byte {
	t.Helper()
	code, err := testShaders.ReadFile("testdata/" + name + ".spv")
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// openDevice opens the device that SCENERENDER_DEVICE names with validation, and fails the test at its end on any
// message and on any object left. Without a device the test is skipped, or fails where SCENERENDER_REQUIRE_DEVICE
// is 1.
func openDevice(t testing.TB) *Device {
	t.Helper()
	return openWith(t, Options{Device: os.Getenv("SCENERENDER_DEVICE"), Validation: true})
}

func openWith(t testing.TB, o Options) *Device {
	t.Helper()
	d, err := Open(o)
	if errors.Is(err, ErrNoDevice) || errors.Is(err, ErrNoValidation) {
		if os.Getenv("SCENERENDER_REQUIRE_DEVICE") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if all := d.Messages(); len(all) > 1 {
			t.Log(strings.Join(all, "\n"))
		}
	})
	return d
}

// must returns v, failing the test on an error.
func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func newBuffer(t testing.TB, d *Device, desc BufferDesc) *Buffer {
	t.Helper()
	b := must[*Buffer](t)(d.NewBuffer(desc))
	t.Cleanup(b.Destroy)
	return b
}

func newImage(t testing.TB, d *Device, desc ImageDesc) *Image {
	t.Helper()
	i := must[*Image](t)(d.NewImage(desc))
	t.Cleanup(i.Destroy)
	return i
}

func newCompute(t testing.TB, d *Device, desc ComputeDesc) *Pipeline {
	t.Helper()
	p := must[*Pipeline](t)(d.NewCompute(desc))
	t.Cleanup(p.Destroy)
	return p
}

func newGraphics(t testing.TB, d *Device, desc GraphicsDesc) *Pipeline {
	t.Helper()
	p := must[*Pipeline](t)(d.NewGraphics(desc))
	t.Cleanup(p.Destroy)
	return p
}

// frame records, submits and waits for one frame.
func frame(t testing.TB, d *Device, record func(r *Recorder)) Ticket {
	t.Helper()
	f := must[*Frame](t)(d.Begin())
	record(&f.Recorder)
	ticket, err := f.Submit()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Wait(ticket); err != nil {
		t.Fatal(err)
	}
	return ticket
}

// readImage returns a subresource of an image that was left in use from.
func readImage(t testing.TB, d *Device, i *Image, mip, layer int, from UseSet) []byte {
	t.Helper()
	w, h := max(i.desc.Width>>mip, 1), max(i.desc.Height>>mip, 1)
	b := newBuffer(t, d, BufferDesc{Name: "readback", Size: w * h * i.desc.Format.Bytes(), Uses: Uses(TransferWrite, HostRead), Memory: ReadbackMemory})
	frame(t, d, func(r *Recorder) {
		r.Barriers([]Barrier{{Image: i, From: from, To: Uses(TransferRead)}})
		r.CopyImageToBuffer(i, mip, layer, b, 0)
		r.Barriers([]Barrier{{Buffer: b, From: Uses(TransferWrite), To: Uses(HostRead)}, {Image: i, From: Uses(TransferRead), To: from}})
	})
	b.Invalidate()
	return b.Mapped()
}

// float32At reads element i of a buffer of floats.
func float32At(b []byte, i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
}
