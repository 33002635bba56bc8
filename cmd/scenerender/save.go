package main

import (
	"encoding/hex"
	"image"
	"strconv"

	"scenerender/cmd/scenerender/picture"
	"scenerender/passes"
)

// A pictureForm is how a picture is stored, beyond what its file's extension says.
type pictureForm struct {
	view    string // the AOV it shows, "" for the picture itself
	linear  bool   // values are cd/m² before exposure
	float32 bool   // an EXR with 32 bits a channel instead of 16
}

// writePicture encodes a picture and puts it in its place, whole or not at all.
func writePicture(file string, d drawn, form pictureForm) error {
	o := picture.Options{Float32: form.float32, Metadata: madeBy(d, form)}
	switch p := d.picture; {
	case p.Linear != nil:
		return picture.Write(file, floatOf(d, form), o)
	case p.Display16 != nil:
		return picture.WriteImage(file, deepImage(d), o)
	}
	return picture.WriteImage(file, imageOf(d), o)
}

// floatOf keeps the channels that mean something: one of depth, alpha where the background is
// left out.
func floatOf(d drawn, form pictureForm) *picture.Float {
	p := d.picture
	channels := 3
	switch {
	case form.view == "depth":
		channels = 1
	case d.shot.Transparent:
		channels = 4
	}
	f := &picture.Float{Width: p.Width, Height: p.Height, Channels: channels, Pix: p.Linear}
	if channels < 4 {
		f.Pix = make([]float32, 0, p.Width*p.Height*channels)
		for i := 0; i < len(p.Linear); i += 4 {
			f.Pix = append(f.Pix, p.Linear[i:i+channels]...)
		}
	}
	return f
}

// imageOf views a picture's display values as an image.
func imageOf(d drawn) *image.NRGBA {
	p := d.picture
	return &image.NRGBA{Pix: p.Display, Stride: 4 * p.Width, Rect: image.Rect(0, 0, p.Width, p.Height)}
}

// deepImage copies 16-bit display values (RGBA, alpha not premultiplied) into the byte order of
// image.NRGBA64, most significant first.
func deepImage(d drawn) *image.NRGBA64 {
	p := d.picture
	img := image.NewNRGBA64(image.Rect(0, 0, p.Width, p.Height))
	for i, v := range p.Display16 {
		img.Pix[2*i], img.Pix[2*i+1] = byte(v>>8), byte(v)
	}
	return img
}

// madeBy is what a picture says of its making: enough to make it again, and nothing of when or
// where it was made.
func madeBy(d drawn, form pictureForm) []picture.Pair {
	version := thisBuild().Version
	made := []picture.Pair{
		{Name: "Software", Value: "scenerender " + version},
		{Name: "scenerender.scene", Value: stem(d.scene.Path)},
		{Name: "scenerender.scene_hash", Value: hex.EncodeToString(d.scene.Hash[:])},
		{Name: "scenerender.shot", Value: d.shot.Name},
		{Name: "scenerender.samples", Value: strconv.Itoa(d.shot.Frames())},
		{Name: "scenerender.time", Value: strconv.FormatFloat(d.shot.Time, 'g', -1, 64)},
		{Name: "scenerender.device", Value: d.device.Name},
		{Name: "scenerender.driver", Value: driverOf(d.device)},
		{Name: "scenerender.vulkan", Value: d.device.API},
	}
	if d.camera != "" {
		made = append(made, picture.Pair{Name: "scenerender.camera", Value: d.camera})
	}
	if d.compensation != 0 {
		brighter := strconv.FormatFloat(float64(d.compensation), 'g', -1, 32)
		made = append(made, picture.Pair{Name: "scenerender.brighter_by_ev", Value: brighter})
	}
	switch {
	case form.view != "" && form.view != passes.OutputColor.String():
		made = append(made, picture.Pair{Name: "scenerender.view", Value: form.view})
	case form.linear:
		made = append(made, picture.Pair{Name: "scenerender.values", Value: "linear Rec.709, cd/m2 before exposure"})
	case d.picture.Linear != nil:
		made = append(made, picture.Pair{Name: "scenerender.values", Value: "linear Rec.709, exposed"})
	default:
		made = append(made, picture.Pair{Name: "scenerender.tonemap", Value: tonemaps[d.shot.Tonemap]})
	}
	return made
}
