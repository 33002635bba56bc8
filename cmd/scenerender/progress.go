package main

import (
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress shows how far a long command is: a line for each step, and a bar below them on a
// terminal; nothing with -q. It writes to standard error and is stepped by one goroutine.
type progress struct {
	app    *app
	bars   *mpb.Progress // nil: only lines
	bar    *mpb.Bar
	stderr io.Writer // what app.err wrote to before the bar came
}

func newProgress(a *app, total int, unit string) *progress {
	p := &progress{app: a, stderr: a.err.w}
	if a.quiet || total < 2 || !isTerminal(a.err.w) || os.Getenv("TERM") == "dumb" {
		return p
	}
	p.bars = mpb.New(mpb.WithOutput(a.err.w), mpb.WithWidth(40))
	p.bar = p.bars.New(int64(total), mpb.BarStyle().Rbound("|").Lbound("|"),
		mpb.BarRemoveOnComplete(),
		mpb.AppendDecorators(decor.CountersNoUnit("%d/%d "+unit), decor.Elapsed(decor.ET_STYLE_GO, decor.WC{W: 6})),
	)
	a.err.w = aboveBars{p.bars, a.err.w}
	return p
}

// step says that one more is done, and how; an empty line says nothing.
func (p *progress) step(line string) {
	if line != "" && !p.app.quiet {
		fmt.Fprintln(p.app.err, oneLine(line))
	}
	if p.bar != nil {
		p.bar.Increment()
	}
}

// finish takes the bar away, whether or not all steps were made.
func (p *progress) finish() {
	if p.bars == nil {
		return
	}
	p.bar.Abort(true)
	p.bars.Wait()
	p.app.err.w = p.stderr
}

// aboveBars prints messages above the bar, and after its end where they belong.
type aboveBars struct {
	bars   *mpb.Progress
	stderr io.Writer
}

func (w aboveBars) Write(text []byte) (int, error) {
	if n, err := w.bars.Write(text); err == nil {
		return n, nil
	}
	return w.stderr.Write(text)
}

// isTerminal says whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}
