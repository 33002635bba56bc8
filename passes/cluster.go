package passes

import (
	"github.com/go-gl/mathgl/mgl32"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// clusterPass lists, for each cluster of the view, the lamps whose light may reach it. Lists depend on neither the
// jitter nor what is drawn, so they are kept until the camera moves.
type clusterPass struct {
	program *program
	lists   owned
	held    clusterView // what the lists are of, if made
	made    bool
	row     int // workgroups side by side
	frame   *frame
	out     graph.Buffer
	records [2]func(*Commands)
}

// A clusterView is all that lists depend on.
type clusterView struct {
	grid          scene.ClusterGrid
	viewFromWorld mgl32.Mat4
	halfX, halfY  float32
	orthographic  bool
}

// clusterPush mirrors Push in spirv/cluster.comp.
type clusterPush struct {
	HalfX, HalfY float32
	Rounding     float32 // metres
	Row          uint32
}

// newClusterPass returns nil where lamps are few.
func newClusterPass(p *programs, w *world) *clusterPass {
	if w.clustered == 0 {
		return nil
	}
	c := &clusterPass{program: p.compute("cluster.comp"), lists: owned{name: "lights.lists"}, row: selectRow}
	c.records = [2]func(*Commands){c.clear, c.draw}
	return c
}

// prepare makes room for the lists of a frame.
func (p *clusterPass) prepare(dev *vk.Device, f *frame) error {
	if p == nil || f.kit.lighting == nil {
		return nil
	}
	size := f.clusters.Clusters() * f.clusters.Stride() * 4
	if p.lists.buffer != nil && p.lists.buffer.Size() >= size {
		return nil
	}
	p.destroy()
	if limit := dev.Limits().MaxStorageRange; size > limit {
		return tooLarge(p.lists.name, size, limit)
	}
	var err error
	p.lists.buffer, err = dev.NewBuffer(vk.BufferDesc{Name: p.lists.name, Size: size,
		Uses: vk.Uses(vk.TransferWrite, vk.StorageReadWriteCompute, vk.StorageReadCompute, vk.StorageReadFragment)})
	return err
}

// add declares the passes where the lists are another view's.
func (p *clusterPass) add(f *frame) graph.Buffer {
	if p == nil {
		return graph.Buffer{}
	}
	p.frame, p.out = f, f.exec.importBuffer(&p.lists)
	v := clusterView{f.clusters, f.still.ViewFromWorld, f.still.HalfX, f.still.HalfY, f.still.Orthographic}
	if p.made && p.held == v {
		return p.out
	}
	p.made, p.held = true, v
	pass := f.graph.AddPass("lights.clear")
	p.out = pass.WriteBufferDiscard(p.out, vk.TransferWrite)
	pass.Record(p.records[0])
	pass = f.graph.AddPass("lights.cluster")
	p.out = pass.WriteBuffer(p.out, vk.StorageReadWriteCompute)
	pass.Record(p.records[1])
	return p.out
}

func (p *clusterPass) clear(c *Commands) {
	g := &p.frame.clusters
	c.FillBuffer(c.Buffer(p.out), 0, g.Clusters()*g.Stride()*4, 0)
}

func (p *clusterPass) draw(c *Commands) {
	f := p.frame
	c.bind(p.program)
	c.sceneSet(f, p.program, drawn{})
	c.set(p.program, 1, vk.Bound{Binding: 0, Buffer: c.Buffer(p.out)})
	x := min(f.world.clustered, p.row)
	push := clusterPush{f.still.HalfX, f.still.HalfY, f.clusters.Rounding, uint32(x)}
	vk.Push(&c.Recorder, &push)
	c.Dispatch(x, (f.world.clustered+x-1)/x, 1)
}

// forget makes the next frame list the lamps.
func (p *clusterPass) forget() {
	if p != nil {
		p.made = false
	}
}

func (p *clusterPass) destroy() {
	if p == nil {
		return
	}
	p.lists.destroy()
	p.made = false
}
