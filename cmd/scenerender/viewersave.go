package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"scenerender/passes"
)

// save draws the view as a still and writes it next to where the program was started.
func (v *viewer) save(ctx context.Context, size [2]int) error {
	shot := v.exposed()
	shot.Width, shot.Height = size[0], size[1]
	c := v.flight.camera()
	started, err := v.renderer.Start(ctx, passes.Request{Shot: shot, Output: v.output, Camera: &c})
	if err != nil {
		return err
	}
	picture, err := started.Wait()
	if err != nil {
		return err
	}
	v.still = 0
	file := freeName(stem(v.scene.Path) + "-" + shot.Name)
	form := pictureForm{}
	if v.output != passes.OutputColor {
		form.view = v.output.String()
	}
	text := v.cameraText()
	d := drawn{scene: v.scene, shot: shot, picture: picture, device: v.dev.Info()}
	if v.flight.moved {
		d.camera = text
	}
	if err := writePicture(file, d, form); err != nil {
		v.complain(err)
		return nil
	}
	v.report.Saved = append(v.report.Saved, file)
	v.message = "saved " + file
	return v.print(file + "\n\n" + text)
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
