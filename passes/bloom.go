package passes

import (
	"fmt"

	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// bloomPass spreads light through a pyramid of pictures that halve: down to the widest level, and up again
// adding each. The rule is scene.Bloom.Apply, whose last step the tone pass takes.
type bloomPass struct {
	first, down, up *program
	names           [2][scene.MaxBloomLevels]string // of passes down and up, from the level below
	images          [scene.MaxBloomLevels]string
	records         [2][scene.MaxBloomLevels]func(*Commands)
	levels          [scene.MaxBloomLevels + 1]graph.Image // 0 is the picture
	frame           *frame
	plan            bloomPlan
	shares          []float32 // of the plan
}

// A bloomPlan is what a pyramid's shares depend on.
type bloomPlan struct {
	scene.Bloom
	width, height int
}

// bloomed is what the tone pass mixes into the picture; no image without a bloom.
type bloomed struct {
	image     graph.Image // the pyramid's first level, with all wider ones
	own, wide float32     // shares of what scatters: within a pixel, and in the image
}

func newBloomPass(p *programs) *bloomPass {
	b := &bloomPass{first: p.compute("bloom_down.comp", switched(0, true)), down: p.compute("bloom_down.comp"), up: p.compute("bloom_up.comp")}
	for i := range scene.MaxBloomLevels {
		b.images[i] = fmt.Sprint("bloom.level", i+1)
		b.names[0][i], b.names[1][i] = fmt.Sprint("bloom.down", i+1), fmt.Sprint("bloom.up", i+1)
		b.records[0][i] = func(c *Commands) { b.drawDown(c, i) }
		b.records[1][i] = func(c *Commands) { b.drawUp(c, i) }
	}
	return b
}

// bloomDownPush mirrors Push in spirv/bloom_down.comp.
type bloomDownPush struct{ Scale, Threshold float32 }

// bloomUpPush mirrors Push in spirv/bloom_up.comp.
type bloomUpPush struct{ Own, Wide float32 }

// blooms says whether a request's picture shows a bloom: none is so narrow that it stays within pixels.
func (q *Request) blooms() bool {
	b := q.Shot.Post.Bloom
	return b.Strength > 0 && len(b.Shares(q.Shot.Width, q.Shot.Height)) > 1
}

// add declares the passes; picture is a frame, or the sum of all samples.
func (b *bloomPass) add(f *frame, picture graph.Image) bloomed {
	if b == nil {
		return bloomed{}
	}
	if plan := (bloomPlan{f.request.Shot.Post.Bloom, f.width, f.height}); plan != b.plan {
		b.plan, b.shares = plan, plan.Shares(plan.width, plan.height)
	}
	b.frame, b.levels[0] = f, picture
	n := len(b.shares) - 1
	w, h := f.width, f.height
	for i := range n {
		w, h = (w+1)/2, (h+1)/2
		pass := f.graph.AddPass(b.names[0][i])
		pass.Read(b.levels[i], vk.SampledCompute)
		level := f.graph.CreateImage(b.images[i], graph.ImageDesc{Width: w, Height: h, Format: int(vk.RGBA16F)})
		b.levels[i+1] = pass.WriteDiscard(level, vk.StorageWriteCompute)
		pass.Record(b.records[0][i])
	}
	for i := n - 1; i >= 1; i-- {
		pass := f.graph.AddPass(b.names[1][i-1])
		pass.Read(b.levels[i+1], vk.SampledCompute)
		b.levels[i] = pass.Write(b.levels[i], vk.StorageReadWriteCompute)
		pass.Record(b.records[1][i-1])
	}
	return bloomed{b.levels[1], b.shares[0], b.weight(1)}
}

// weight is what a level's picture is multiplied by where it is added to the one below: the widest
// is as it came down.
func (b *bloomPass) weight(level int) float32 {
	if level == len(b.shares)-1 {
		return b.shares[level]
	}
	return 1
}

// drawDown makes a level from the one before it, or from the picture.
func (b *bloomPass) drawDown(c *Commands, i int) {
	program, push := b.down, bloomDownPush{Scale: 1}
	if i == 0 {
		program = b.first
		push = bloomDownPush{1 / float32(b.frame.summed), float32(b.plan.Threshold) * b.frame.exposure}
	}
	c.bind(program)
	to := c.View(b.levels[i+1])
	c.set(program, 1, c.smooth(0, b.levels[i]), vk.Bound{Binding: 1, View: to})
	vk.Push(&c.Recorder, &push)
	w, h := to.Size()
	c.DispatchThreads(w, h, 1)
}

// drawUp adds to level i+1 the one after it.
func (b *bloomPass) drawUp(c *Commands, i int) {
	push := bloomUpPush{b.shares[i+1], b.weight(i + 2)}
	c.bind(b.up)
	to := c.View(b.levels[i+1])
	c.set(b.up, 1, c.smooth(0, b.levels[i+2]), vk.Bound{Binding: 1, View: to})
	vk.Push(&c.Recorder, &push)
	w, h := to.Size()
	c.DispatchThreads(w, h, 1)
}
