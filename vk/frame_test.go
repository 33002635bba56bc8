package vk

import (
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

var stepLayout = Layout{Bindings: []Binding{{Binding: 0, Type: StorageBuffer}, {Binding: 1, Type: UniformBuffer}}, PushSize: 4}

type factors struct{ mul, add uint32 }

// stepper records frames that each take one step of a generator.
type stepper struct {
	d      *Device
	p      *Pipeline
	values *Buffer
	frames int
	last   Ticket
}

const stepped = 256

func newStepper(t testing.TB, d *Device) *stepper {
	s := &stepper{d: d}
	s.p = newCompute(t, d, ComputeDesc{Name: "step", Code: shader(t, "step.comp"), Layout: stepLayout, Local: [3]int{64, 1, 1}})
	s.values = newBuffer(t, d, BufferDesc{Name: "values", Size: 4 * stepped, Uses: Uses(StorageReadWriteCompute, HostRead), Memory: ReadbackMemory})
	frame(t, d, func(r *Recorder) { r.FillBuffer(s.values, 0, 0, 0) })
	return s
}

func (s *stepper) frame() error {
	f, err := s.d.Begin()
	if err != nil {
		return err
	}
	r := &f.Recorder
	r.BeginPass("step")
	r.Barriers([]Barrier{{Buffer: s.values, From: Uses(StorageReadWriteCompute), To: Uses(StorageReadWriteCompute)}})
	r.Bind(s.p)
	r.Set(0, Bound{Binding: 0, Buffer: s.values}, Upload(r, &factors{mul: 1664525, add: 1013904223}).At(1))
	Push(r, &[1]uint32{stepped})
	r.DispatchThreads(stepped, 1, 1)
	r.Barriers([]Barrier{{Buffer: s.values, From: Uses(StorageReadWriteCompute), To: Uses(HostRead)}})
	r.EndPass()
	s.frames++
	s.last, err = f.Submit()
	return err
}

// check compares with the generator on the CPU.
func (s *stepper) check(t *testing.T) {
	t.Helper()
	if err := s.d.Wait(s.last); err != nil {
		t.Fatal(err)
	}
	s.values.Invalidate()
	want := uint32(0)
	for range s.frames {
		want = want*1664525 + 1013904223
	}
	for i := range stepped {
		if got := binary.LittleEndian.Uint32(s.values.Mapped()[4*i:]); got != want {
			t.Fatalf("after %d frames element %d is %d, want %d", s.frames, i, got, want)
		}
	}
}

// TestFrameAllocations: a steady frame allocates nothing in Go.
func TestFrameAllocations(t *testing.T) {
	d := openWith(t, Options{Device: os.Getenv("SCENERENDER_DEVICE")})
	s := newStepper(t, d)
	allocatesNothing(t, 100, s.frame)
	s.check(t)
}

// allocatesNothing draws frames and counts what they allocate once they are steady.
func allocatesNothing(t *testing.T, frames int, frame func() error) {
	t.Helper()
	var err error
	one := func() {
		if e := frame(); e != nil {
			err = e
		}
	}
	for range 10 {
		one()
	}
	if n := testing.AllocsPerRun(frames, one); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestFlatMemory renders 10,000 frames and compares the resident memory after the first tenth with that at the end.
func TestFlatMemory(t *testing.T) {
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("no /proc/self/statm on this system")
	}
	// Without validation: the layer's own bookkeeping is not ours to hold flat, and costs most of the time.
	d := openWith(t, Options{Device: os.Getenv("SCENERENDER_DEVICE")})
	s := newStepper(t, d)
	const frames = 10_000
	var curve []int
	for i := range frames + 1 {
		if i%1000 == 0 {
			runtime.GC()
			curve = append(curve, resident(t))
		}
		if err := s.frame(); err != nil {
			t.Fatal(err)
		}
	}
	s.check(t)
	t.Logf("resident KiB every 1000 frames: %v", curve)
	if grown := curve[len(curve)-1] - curve[1]; grown > 1024 {
		t.Errorf("resident memory grew by %d KiB over %d frames: %v", grown, frames*9/10, curve)
	}
}

// resident is the process's resident memory in KiB.
func resident(t *testing.T) int {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(b))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize() / 1024
}

// TestCollectorStress creates pipelines, groups and uploads on one goroutine and submits frames on another while a
// third allocates and collects: whatever the driver reads must not be the collector's to free or move.
func TestCollectorStress(t *testing.T) {
	d := openDevice(t)
	s := newStepper(t, d)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	var failures [2]error
	wg.Go(func() {
		var keep [][]byte
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			keep = append(keep, make([]byte, 64+i%4096))
			if len(keep) == 500 {
				keep = nil
				runtime.GC()
			}
		}
	})
	code := shader(t, "fill.comp")
	made := 0
	wg.Go(func() {
		for ; ; made++ {
			select {
			case <-stop:
				return
			default:
			}
			if err := buildAndDrop(d, code, made); err != nil {
				failures[0] = err
				return
			}
		}
	})
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); {
		if err := s.frame(); err != nil {
			failures[1] = err
			break
		}
	}
	close(stop)
	wg.Wait()
	for _, err := range failures {
		if err != nil {
			t.Fatal(err)
		}
	}
	s.check(t)
	t.Logf("%d pipelines, %d frames", made, s.frames)
	if made < 5 || s.frames < 20 {
		t.Errorf("too little happened: %d pipelines, %d frames", made, s.frames)
	}
}

// buildAndDrop creates and destroys one of everything.
func buildAndDrop(d *Device, code []byte, n int) error {
	p, err := d.NewCompute(ComputeDesc{Name: fmt.Sprint("pipeline ", n), Code: code, Layout: fillLayout, Constants: []Constant{{0, uint32(n)}}})
	if err != nil {
		return err
	}
	defer p.Destroy()
	b, err := d.NewBuffer(BufferDesc{Name: fmt.Sprint("buffer ", n), Size: 1000, Uses: Uses(StorageWriteCompute)})
	if err != nil {
		return err
	}
	defer b.Destroy()
	i, err := d.NewImage(ImageDesc{Name: fmt.Sprint("image ", n), Width: 8, Height: 8, Format: RGBA8, Uses: Uses(SampledCompute, TransferWrite)})
	if err != nil {
		return err
	}
	defer i.Destroy()
	g, err := d.NewGroup(fmt.Sprint("group ", n), fillLayout, 0, Bound{Binding: 0, Buffer: b})
	if err != nil {
		return err
	}
	defer g.Destroy()
	u := d.NewUploader()
	u.Buffer(b, 0, make([]byte, 1000))
	u.Image(i, 0, 0, make([]byte, 256))
	return u.Finish(SampledCompute)
}

// TestDestroyWaits: what a frame uses lives until the device is done with it, and no longer.
func TestDestroyWaits(t *testing.T) {
	d := openDevice(t)
	p := newCompute(t, d, ComputeDesc{Name: "fill", Code: shader(t, "fill.comp"), Layout: fillLayout, Local: [3]int{64, 1, 1}})
	for range 3 {
		f := must[*Frame](t)(d.Begin())
		b := must[*Buffer](t)(d.NewBuffer(BufferDesc{Name: "short-lived", Size: 4096, Uses: Uses(StorageWriteCompute)}))
		f.Bind(p)
		f.Set(0, Bound{Binding: 0, Buffer: b})
		Push(&f.Recorder, &[2]uint32{1024, 0})
		f.DispatchThreads(1024, 1, 1)
		b.Destroy()
		if len(d.life.pending) != 1 {
			t.Errorf("%d objects wait for the open frame", len(d.life.pending))
		}
		must[Ticket](t)(f.Submit())
	}
	if err := d.WaitIdle(); err != nil {
		t.Fatal(err)
	}
	d.collect()
	if n := len(d.life.waiting) + len(d.life.pending); n != 0 {
		t.Errorf("%d objects still wait", n)
	}
}

// TestLeaks: Close names what was not destroyed, and the layer has nothing to add.
func TestLeaks(t *testing.T) {
	d := openDevice(t) // decides about skipping
	if err := d.WaitIdle(); err != nil {
		t.Fatal(err)
	}
	leaky, err := Open(Options{Device: d.Info().Name, Validation: true})
	if err != nil {
		t.Fatal(err)
	}
	must[*Buffer](t)(leaky.NewBuffer(BufferDesc{Name: "lost", Size: 4, Uses: Uses(UniformRead)}))
	must[*Image](t)(leaky.NewImage(ImageDesc{Name: "gone", Width: 1, Height: 1, Format: RGBA8, Uses: Uses(SampledCompute)}))
	if err := leaky.Close(); err == nil || err.Error() != `vk: close: not destroyed: buffer "lost", image "gone"` {
		t.Errorf("%v", err)
	}
}

// TestGrowth: a frame with many transient sets and much ring data gets what it needs, and the slot keeps it.
func TestGrowth(t *testing.T) {
	d := openDevice(t)
	p := newCompute(t, d, ComputeDesc{Name: "step", Code: shader(t, "step.comp"), Layout: stepLayout, Local: [3]int{64, 1, 1}})
	const sets = 600
	values := newBuffer(t, d, BufferDesc{Name: "values", Size: sets * 256, Uses: Uses(StorageReadWriteCompute, HostRead), Memory: ReadbackMemory})
	big := make([]uint32, 200<<10/4) // with 600 sets of it the ring must grow
	for round := range 3 {
		frame(t, d, func(r *Recorder) {
			r.FillBuffer(values, 0, 0, 0)
			r.Barriers([]Barrier{{Buffer: values, From: Uses(TransferWrite), To: Uses(StorageReadWriteCompute)}})
			r.Bind(p)
			for i := range sets {
				if i%100 == 0 {
					UploadSlice(r, big)
				}
				r.Set(0, Bound{Binding: 0, Buffer: values, Offset: i * 256, Size: 256}, Upload(r, &factors{0, uint32(i + round)}).At(1))
				Push(r, &[1]uint32{64})
				r.DispatchThreads(64, 1, 1)
			}
			r.Barriers([]Barrier{{Buffer: values, From: Uses(StorageReadWriteCompute), To: Uses(HostRead)}})
		})
		values.Invalidate()
		for i := range sets {
			if got := binary.LittleEndian.Uint32(values.Mapped()[i*256+252:]); got != uint32(i+round) {
				t.Fatalf("round %d, set %d: %d", round, i, got)
			}
		}
	}
	if n := len(d.slots[0].ring.chunks); n != 1 {
		t.Errorf("the first slot's ring has %d chunks after its second round", n)
	}
}

// TestTimings: rows in order, kept until the slot is used again.
func TestTimings(t *testing.T) {
	d := openDevice(t)
	if d.Limits().TimestampPeriod == 0 {
		t.Skip("the device has no timestamps")
	}
	s := newStepper(t, d)
	if err := s.frame(); err != nil {
		t.Fatal(err)
	}
	first := s.last
	if err := d.Wait(first); err != nil {
		t.Fatal(err)
	}
	for range FramesInFlight - 1 {
		if err := s.frame(); err != nil {
			t.Fatal(err)
		}
	}
	if got := d.Timings(first); len(got) != 1 || got[0].Name != "step" || got[0].GPUms <= 0 || got[0].GPUms > 10_000 {
		t.Errorf("%v", got)
	}
	if err := s.frame(); err != nil {
		t.Fatal(err)
	}
	if got := d.Timings(first); got != nil {
		t.Errorf("timings of a frame whose slot is used again: %v", got)
	}
	if got := d.Timings(Ticket{}); got != nil {
		t.Errorf("timings of no frame: %v", got)
	}
	s.check(t)
}

func BenchmarkFrame(b *testing.B) {
	d := openWith(b, Options{Device: os.Getenv("SCENERENDER_DEVICE")})
	s := newStepper(b, d)
	b.ReportAllocs()
	for b.Loop() {
		if err := s.frame(); err != nil {
			b.Fatal(err)
		}
	}
	if err := d.WaitIdle(); err != nil {
		b.Fatal(err)
	}
}
