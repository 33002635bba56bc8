package passes

import (
	"scenerender/passes/graph"
	"scenerender/scene"
	"scenerender/vk"
)

// contrastPass finds the lines of scene.LocalContrast, a block each; the tone pass applies them.
type contrastPass struct {
	blocks, mean, fit *program
	frame             *frame
	plan              scene.ContrastPlan
	picture           graph.Image
	stages            [len(contrastStages) + 1]graph.Image
	records           [len(contrastStages) + 1]func(*Commands)
}

// contrastStages are the passes after the first: each takes means along rows or columns.
var contrastStages = [4]struct {
	pass, image string
	along       [2]int32
	fits        bool // turns moments into lines
}{
	{"contrast.rows", "contrast.rows", [2]int32{1, 0}, false},
	{"contrast.fit", "contrast.fitted", [2]int32{0, 1}, true},
	{"contrast.smooth", "contrast.smooth", [2]int32{1, 0}, false},
	{"contrast.lines", "contrast.lines", [2]int32{0, 1}, false},
}

func newContrastPass(p *programs) *contrastPass {
	x := &contrastPass{blocks: p.compute("contrast_blocks.comp"), mean: p.compute("contrast_mean.comp"), fit: p.compute("contrast_mean.comp", switched(0, true))}
	x.records[0] = x.drawBlocks
	for i := range contrastStages {
		x.records[i+1] = func(c *Commands) { x.drawMean(c, i) }
	}
	return x
}

// contrastBlocksPush mirrors Push in spirv/contrast_blocks.comp.
type contrastBlocksPush struct {
	Block             int32
	Scale, AlphaScale float32
}

// contrastMeanPush mirrors Push in spirv/contrast_mean.comp.
type contrastMeanPush struct {
	Along [2]int32
	Reach int32
}

// add declares the passes and returns the lines, or no image; picture is a frame, or the sum of all samples.
func (x *contrastPass) add(f *frame, picture graph.Image) graph.Image {
	if x == nil {
		return graph.Image{}
	}
	x.frame, x.picture, x.plan = f, picture, scene.PlanContrast(f.width, f.height)
	image := graph.ImageDesc{Width: x.plan.Width, Height: x.plan.Height, Format: int(vk.RG32F)}
	pass := f.graph.AddPass("contrast.blocks")
	pass.Read(picture, vk.SampledCompute)
	x.stages[0] = pass.WriteDiscard(f.graph.CreateImage("contrast.blocks", image), vk.StorageWriteCompute)
	pass.Record(x.records[0])
	for i := range contrastStages {
		pass := f.graph.AddPass(contrastStages[i].pass)
		pass.Read(x.stages[i], vk.SampledCompute)
		x.stages[i+1] = pass.WriteDiscard(f.graph.CreateImage(contrastStages[i].image, image), vk.StorageWriteCompute)
		pass.Record(x.records[i+1])
	}
	return x.stages[len(contrastStages)]
}

func (x *contrastPass) drawBlocks(c *Commands) {
	mean := 1 / float32(x.frame.summed)
	c.bind(x.blocks)
	c.set(x.blocks, 1, c.texel(0, x.picture), vk.Bound{Binding: 1, View: c.View(x.stages[0])})
	push := contrastBlocksPush{int32(x.plan.Block), mean, mean}
	vk.Push(&c.Recorder, &push)
	c.DispatchThreads(x.plan.Width, x.plan.Height, 1)
}

func (x *contrastPass) drawMean(c *Commands, i int) {
	stage := &contrastStages[i]
	program := x.mean
	if stage.fits {
		program = x.fit
	}
	c.bind(program)
	c.set(program, 1, c.texel(0, x.stages[i]), vk.Bound{Binding: 1, View: c.View(x.stages[i+1])})
	push := contrastMeanPush{stage.along, int32(x.plan.Reach)}
	vk.Push(&c.Recorder, &push)
	c.DispatchThreads(x.plan.Width, x.plan.Height, 1)
}
