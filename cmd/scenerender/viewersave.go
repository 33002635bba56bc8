package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"scenerender/loader"
	"scenerender/passes"
	"scenerender/vk"
)

// save draws the view as a still and writes it next to where the program was started.
func (v *viewer) save(ctx context.Context, size [2]int) error {
	d, err := v.photograph(ctx, size)
	v.still = 0
	if err != nil {
		if ctx.Err() != nil || errors.Is(err, vk.ErrDeviceLost) {
			return err
		}
		v.complain(err) // it may be too large for the memory there is
		v.message = "not saved"
		return nil
	}
	file := freeName(stem(v.scene.Path) + "-" + fileName(v.stops[v.stop].Name))
	form := pictureForm{}
	if v.output != passes.OutputColor {
		form.view = v.output.String()
	}
	if err := writePicture(file, d, form); err != nil {
		v.complain(err)
		v.message = "not saved"
		return nil
	}
	v.report.Saved = append(v.report.Saved, file)
	v.message = "saved " + file
	return v.print(file + "\n\n" + v.cameraText())
}

// photograph draws the view as a still.
func (v *viewer) photograph(ctx context.Context, size [2]int) (drawn, error) {
	d := v.recorded()
	d.shot.Width, d.shot.Height = size[0], size[1]
	c := v.flight.camera()
	started, err := v.renderer.Start(ctx, passes.Request{Shot: d.shot, Output: v.output, Camera: &c})
	if err != nil {
		return d, err
	}
	d.picture, err = started.Wait()
	d.device = v.dev.Info()
	return d, err
}

// recorded is what makes the picture that is shown: a shot of the scene, and how the picture differs from it.
func (v *viewer) recorded() drawn {
	d := drawn{scene: v.scene, shot: v.exposed(), compensation: v.compensation}
	shots := v.scene.Shots
	if v.stop >= len(shots) && len(shots) > 0 {
		d.shot.Name = shots[0].Name // of which a camera's stop has all but the camera
	}
	if v.flight.moved || v.stop >= len(shots) || v.stops[v.stop].Camera != shots[v.stop].Camera {
		d.camera = v.cameraText()
	}
	return d
}

// fileName is a name of the scene as a part of a file's name: a camera's may be any.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if loader.InFileName(r) {
			return r
		}
		return '-'
	}, name)
	for len(name) > loader.MaxShotName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return name
}

// freeName is a PNG's name that no file has.
func freeName(base string) string {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s-%03d.png", base, n)
		if _, err := os.Lstat(name); err != nil {
			return name
		}
	}
}

// complain prints a problem that does not end the window.
func (v *viewer) complain(err error) {
	for _, line := range v.describe(err) {
		fmt.Fprintf(v.err, "scenerender: %s\n", line)
	}
}

// print writes text for people, which is not part of what --json prints.
func (v *viewer) print(text string) error {
	to := v.out
	if v.json {
		to = v.err
	}
	_, err := fmt.Fprintln(to, strings.TrimRight(text, "\n"))
	return err
}
