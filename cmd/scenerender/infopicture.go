package main

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // read by describePicture
	_ "image/png"
	"math"
	"os"
	"path/filepath"
	"strings"

	_ "golang.org/x/image/webp"

	"scenerender/cmd/scenerender/picture"
	"scenerender/loader/radiance"
)

// invalidFile is a picture that cannot be read: the file's fault.
type invalidFile struct {
	path  string
	cause error
}

func (e *invalidFile) Error() string { return fmt.Sprintf("%s: %v", e.path, e.cause) }

// describePicture reads a picture's header, and the values of a float one.
func (i *fileInfo) describePicture(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	i.Kind = "picture"
	i.Picture = &pictureInfo{Format: strings.ToLower(filepath.Ext(path))[1:]}
	var values *picture.Float
	switch i.Picture.Format {
	case "hdr", "pic":
		w, h, pix, err := radiance.Decode(bytes.NewReader(data))
		if err != nil {
			return &invalidFile{path, err}
		}
		values = &picture.Float{Width: w, Height: h, Channels: 3, Pix: pix}
	case "exr":
		var made []picture.Pair
		if values, made, err = picture.DecodeEXR(bytes.NewReader(data)); err != nil {
			return &invalidFile{path, err}
		}
		i.Picture.say(made)
	case "pfm":
		if values, err = picture.DecodePFM(bytes.NewReader(data)); err != nil {
			return &invalidFile{path, err}
		}
	default:
		return i.describeImage(path, data)
	}
	i.Picture.Size, i.Picture.Channels = [2]int{values.Width, values.Height}, values.Channels
	strange := 0
	for _, v := range values.Pix {
		switch r := i.Picture.Range; {
		case math.IsInf(float64(v), 1) && values.Channels == 1:
			i.Picture.Endless++ // the depth of the sky
		case v-v != 0:
			strange++
		case r == nil:
			i.Picture.Range = &[2]float32{v, v}
		default:
			r[0], r[1] = min(r[0], v), max(r[1], v)
		}
	}
	if strange > 0 {
		i.Warnings = append(i.Warnings, fmt.Sprintf("%d values are infinite or not a number", strange))
	}
	return nil
}

// describeImage reads the header of an 8 or 16-bit picture; the content decides, not the name.
func (i *fileInfo) describeImage(path string, data []byte) error {
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return &invalidFile{path, err}
	}
	if named := strings.Replace(i.Picture.Format, "jpg", "jpeg", 1); named != format {
		i.Warnings = append(i.Warnings, fmt.Sprintf("the name says %s, the content is %s", named, format))
	}
	i.Picture.Format, i.Picture.Size = format, [2]int{config.Width, config.Height}
	if format == "png" {
		made, err := picture.PNGMetadata(data)
		if err != nil {
			return &invalidFile{path, err}
		}
		i.Picture.say(made)
	}
	return nil
}

func (p *pictureInfo) say(made []picture.Pair) {
	for _, m := range made {
		p.Metadata = append(p.Metadata, metadataItem{m.Name, oneLine(m.Value)})
	}
}
