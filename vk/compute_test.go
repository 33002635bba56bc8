package vk

import (
	"encoding/binary"
	"testing"
)

var fillLayout = Layout{Bindings: []Binding{{Set: 0, Binding: 0, Type: StorageBuffer}}, PushSize: 8}

func TestComputeFill(t *testing.T) {
	d := openDevice(t)
	const n = 1000
	p := newCompute(t, d, ComputeDesc{Name: "fill", Code: shader(t, "fill.comp"), Layout: fillLayout,
		Constants: []Constant{{ID: 0, Value: 3}}, Local: [3]int{64, 1, 1}})
	work := newBuffer(t, d, BufferDesc{Name: "work", Size: 4 * n, Uses: Uses(StorageWriteCompute, TransferRead)})
	read := newBuffer(t, d, BufferDesc{Name: "read", Size: 4 * n, Uses: Uses(TransferWrite, HostRead), Memory: ReadbackMemory})
	if work.Mapped() != nil {
		t.Error("device memory is mapped")
	}
	ticket := frame(t, d, func(r *Recorder) {
		r.BeginPass("fill")
		r.Bind(p)
		r.Set(0, Bound{Binding: 0, Buffer: work})
		Push(r, &[2]uint32{n, 10})
		r.DispatchThreads(n, 1, 1)
		r.EndPass()
		r.BeginPass("copy")
		r.Barriers([]Barrier{{Buffer: work, From: Uses(StorageWriteCompute), To: Uses(TransferRead)}})
		r.CopyBuffer(work, 0, read, 0, 4*n)
		r.Barriers([]Barrier{{Buffer: read, From: Uses(TransferWrite), To: Uses(HostRead)}})
		r.EndPass()
	})
	read.Invalidate()
	for i := range n {
		if got, want := binary.LittleEndian.Uint32(read.Mapped()[4*i:]), uint32(10+3*i); got != want {
			t.Fatalf("element %d is %d, want %d", i, got, want)
		}
	}
	if !d.Done(ticket) {
		t.Error("a ticket that was waited for is not done")
	}
	ts := d.Timings(ticket)
	if d.Limits().TimestampPeriod > 0 && (len(ts) != 2 || ts[0].Name != "fill" || ts[1].Name != "copy" || ts[0].GPUms < 0 || ts[0].GPUms > 10000) {
		t.Errorf("timings %v", ts)
	}
	t.Logf("%v: timings %v", d.Info(), ts)
	if d.Limits().HasBufferAddress && work.Address() == 0 {
		t.Error("no buffer address")
	}
}
