package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"scenerender/golden"
	"scenerender/loader"
	"scenerender/passes"
)

// writers encode pictures beside the drawing, up to -j at once, and report them in the order in
// which they were drawn: what is printed and written does not depend on -j.
type writers struct {
	run      *renderRun
	queue    chan chan outcome // each outcome arrives on a channel of its own
	done     chan struct{}
	progress *progress
	report   renderReport
}

// An outcome is what became of one picture.
type outcome struct {
	stats shotStats
	fail  failedShot // where err is set
	err   error

	warnings []loader.Problem // instead of a picture
}

// A renderReport is what --json prints and --stats writes.
type renderReport struct {
	Shots    []shotStats      `json:"shots"`
	Problems []failedShot     `json:"problems,omitempty"`
	Warnings []loader.Problem `json:"warnings,omitempty"`
	Error    *runError        `json:"error,omitempty"` // what ended the run early
}

// A failedShot could not be drawn or written; without a shot it is a whole scene.
type failedShot struct {
	Scene    string   `json:"scene"`
	Shot     string   `json:"shot,omitempty"`
	Problems []string `json:"problems"`
}

func newWriters(r *renderRun, total int) *writers {
	w := &writers{
		run: r,
		// The reporter holds one outcome and the channel the others.
		queue:    make(chan chan outcome, r.jobs-1),
		done:     make(chan struct{}),
		progress: newProgress(r.app, total, "pictures"),
		report:   renderReport{Shots: []shotStats{}},
	}
	go w.collect()
	return w
}

// take starts the writing of a picture, after waiting for room.
func (w *writers) take(d drawn) error {
	file, err := w.run.file(d.scene, d.shot.Name)
	if err != nil {
		return err
	}
	w.enqueue(func() outcome {
		o := outcome{fail: failedShot{Scene: d.scene.Path, Shot: d.shot.Name}}
		o.err = guard(func() error {
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				return err
			}
			return writePicture(file, d, w.run.form)
		})
		o.stats = statsOf(d, file, time.Now())
		return o
	})
	if w.run.output == passes.OutputColor {
		if problem, is := blackPicture(d); is {
			w.warn(d.scene.Path, []loader.Problem{problem})
		}
	}
	return nil
}

func (w *writers) fail(scenePath, shot string, err error) {
	w.enqueue(func() outcome {
		return outcome{err: err, fail: failedShot{Scene: scenePath, Shot: shot}}
	})
}

func (w *writers) warn(_ string, warnings []loader.Problem) {
	w.enqueue(func() outcome { return outcome{warnings: warnings} })
}

func (w *writers) enqueue(work func() outcome) {
	result := make(chan outcome, 1)
	w.queue <- result
	go func() { result <- work() }()
}

// collect reports outcomes in order; it alone prints while the drawing goes on.
func (w *writers) collect() {
	defer close(w.done)
	for result := range w.queue {
		o := <-result
		for _, p := range o.warnings {
			w.run.warn("%s", p)
			w.report.Warnings = append(w.report.Warnings, p)
		}
		if len(o.warnings) > 0 {
			continue
		}
		if o.err != nil {
			o.fail.Problems = problems(o.err)
			w.report.Problems = append(w.report.Problems, o.fail)
			w.run.report(o.err)
			w.progress.step("")
			continue
		}
		w.report.Shots = append(w.report.Shots, o.stats)
		w.progress.step(o.stats.line())
	}
}

// finish waits for the last file, then writes the report; err is how the drawing ended.
func (w *writers) finish(err error) error {
	close(w.queue)
	<-w.done
	w.progress.finish()
	if err != nil {
		w.run.report(err)
		w.report.Error = w.run.errorOf(err)
	}
	if w.run.stats != "" && w.run.safe.refused(w.run.stats) == nil {
		text, err := marshal(w.report)
		if err == nil {
			err = writeText(w.run.stats, text)
		}
		if err != nil {
			err = fmt.Errorf("statistics: %w", err)
			w.run.report(err)
			if w.report.Error == nil {
				w.report.Error = w.run.errorOf(err)
			}
		}
	}
	if w.run.json {
		return w.run.printJSON(w.report)
	}
	return nil
}

// writeText writes a file whole or not at all.
func writeText(path string, text []byte) error {
	return golden.WriteFile(path, func(f io.Writer) error {
		_, err := f.Write(text)
		return err
	})
}
