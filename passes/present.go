package passes

import (
	"scenerender/passes/graph"
	"scenerender/vk"
)

// presentPass puts finished pixels into a window's image: to the bit where that is of their size, else scaled.
type presentPass struct {
	window       *vk.Swapchain // with an image acquired; nil: no one looks
	target       owned         // its image
	pixels       graph.Buffer
	copied       graph.Image
	shown        graph.Image
	copy, record func(*Commands)
}

func newPresentPass() *presentPass {
	p := &presentPass{target: owned{name: "present.window"}}
	p.copy, p.record = p.drawCopy, p.draw
	return p
}

// add declares the pass. A window has another order of channels than files have, so that bytes go through an image which
// is blitted.
func (p *presentPass) add(f *frame, pixels graph.Buffer) {
	if p.window == nil {
		return
	}
	p.target.image, p.target.state = p.window.Image(), p.target.state[:0] // what it held is lost
	p.pixels = pixels
	pass := f.graph.AddPass("present.copy")
	pass.ReadBuffer(pixels, vk.TransferRead)
	p.copied = pass.WriteDiscard(f.graph.CreateImage("present.pixels", graph.ImageDesc{Width: f.width, Height: f.height,
		Format: int(p.window.Source())}), vk.TransferWrite)
	pass.Record(p.copy)

	pass = f.graph.AddPass("present")
	pass.Read(p.copied, vk.TransferRead)
	p.shown = pass.WriteDiscard(f.exec.importImage(&p.target), vk.TransferWrite)
	pass.Record(p.record)
	f.graph.Output(p.shown, vk.Present)
}

func (p *presentPass) drawCopy(c *Commands) {
	c.CopyBufferToImage(c.Buffer(p.pixels), 0, c.Image(p.copied), 0, 0)
}

func (p *presentPass) draw(c *Commands) {
	from, to := c.Image(p.copied), c.Image(p.shown)
	filter := vk.Linear
	if a, b := from.Desc(), to.Desc(); a.Width == b.Width && a.Height == b.Height {
		filter = vk.Nearest
	}
	c.Blit(from, 0, 0, to, 0, 0, filter)
}
