package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// fileInfo is what `scenerender info` says of a file.
type fileInfo struct {
	File string `json:"file"`
	Kind string `json:"kind"` // scene, gltf or picture

	Picture *pictureInfo `json:"picture,omitempty"`
	World   *worldInfo   `json:"world,omitempty"` // of a scene or glTF file
	Shots   []shotInfo   `json:"shots,omitempty"`
	Hash    string       `json:"hash,omitempty"` // of a scene with all its files

	Warnings []string `json:"warnings"`
}

type pictureInfo struct {
	Format   string         `json:"format"`
	Size     [2]int         `json:"size"`
	Channels int            `json:"channels,omitempty"`
	Range    *[2]float32    `json:"range,omitempty"`    // least and largest finite value of a float picture
	Endless  int            `json:"infinite,omitempty"` // pixels of a single channel without an end, such as the sky's depth
	Metadata []metadataItem `json:"metadata,omitempty"`
}

type metadataItem struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// worldInfo counts what a file holds.
type worldInfo struct {
	Entities  int           `json:"entities"` // nodes of a glTF file
	Meshes    int           `json:"meshes"`
	Triangles int           `json:"triangles"`       // of the meshes, each once
	Drawn     int           `json:"triangles_drawn"` // with every use of a mesh
	Vertices  int           `json:"vertices"`
	Materials int           `json:"materials"`
	Textures  []textureInfo `json:"textures"`
	Bounds    *boundsInfo   `json:"bounds,omitempty"` // of everything drawn
	Lights    lightCount    `json:"lights"`
	Cameras   []cameraInfo  `json:"cameras"`
}

type textureInfo struct {
	Name  string `json:"name"`
	Size  [2]int `json:"size"`
	Color bool   `json:"srgb"`
}

type boundsInfo struct {
	Min [3]float32 `json:"min"` // world metres
	Max [3]float32 `json:"max"`
}

type lightCount struct {
	Suns   int `json:"suns"`
	Points int `json:"points"`
	Spots  int `json:"spots"`
	Rects  int `json:"rects"`
}

type cameraInfo struct {
	Name   string  `json:"name"`
	FovY   float64 `json:"fov_y,omitempty"`  // degrees, of a perspective camera
	Height float32 `json:"height,omitempty"` // metres, of an orthographic one
}

type shotInfo struct {
	Name    string  `json:"name"`
	Camera  string  `json:"camera"`
	Size    [2]int  `json:"size"`
	Samples int     `json:"samples"`
	Time    float64 `json:"time"`

	// Where they stand, in a scene whose sun has a date.
	Sun  *bodyInfo `json:"sun,omitempty"`
	Moon *bodyInfo `json:"moon,omitempty"`
}

func newInfoCommand(a *app) *cobra.Command {
	var load loadFlags
	c := &cobra.Command{
		Use:   "info FILE",
		Short: "Say what is in a scene, a glTF file or a picture",
		Long: `Say what is in a scene file, a glTF file (.gltf, .glb) or a picture (.hdr, .exr, .pfm, .png, .jpg,
.webp): how much of what, how large, and what is doubtful about it.`,
		Args: exactlyOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			var info fileInfo
			err := await(c.Context(), func() (err error) {
				info, err = describeFile(args[0], load)
				return err
			})
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(info)
			}
			a.printInfo(info)
			return nil
		},
	}
	load.register(c)
	return c
}

// describeFile chooses by the extension.
func describeFile(path string, load loadFlags) (info fileInfo, err error) {
	info = fileInfo{File: path, Warnings: []string{}}
	err = guardFile(path, func() error {
		switch strings.ToLower(filepath.Ext(path)) {
		case ".toml", ".json":
			return info.describeScene(path, load)
		case ".gltf", ".glb":
			return info.describeAsset(path, load)
		case ".hdr", ".pic", ".exr", ".pfm", ".png", ".jpg", ".jpeg", ".webp":
			return info.describePicture(path)
		}
		return usagef("%s: want a scene (.toml, .json), glTF (.gltf, .glb) or picture (.hdr, .exr, .pfm, .png, .jpg, .webp)", path)
	})
	return info, err
}

func (a *app) printInfo(i fileInfo) {
	fmt.Fprintf(a.out, "%s: %s\n", i.File, i.Kind)
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) {
		fmt.Fprintf(t, "  %s\t%s\n", name, oneLine(fmt.Sprintf(format, args...)))
	}
	if p := i.Picture; p != nil {
		row("format", "%s", p.Format)
		row("size", "%dx%d", p.Size[0], p.Size[1])
		if p.Range != nil {
			row("values", "%.4g to %.4g in %d %s", p.Range[0], p.Range[1], p.Channels, plural(p.Channels, "channel"))
		}
		if p.Endless > 0 {
			row("infinite", "%d %s, as where a depth has no end", p.Endless, plural(p.Endless, "pixel"))
		}
		for _, m := range p.Metadata {
			row(m.Name, "%s", m.Value)
		}
	}
	if w := i.World; w != nil {
		row("entities", "%d", w.Entities)
		row("meshes", "%d with %d triangles and %d vertices; %d triangles drawn", w.Meshes, w.Triangles, w.Vertices, w.Drawn)
		row("materials", "%d", w.Materials)
		for _, x := range w.Textures {
			row("texture", "%dx%d %s%s", x.Size[0], x.Size[1], x.Name, map[bool]string{true: " (sRGB)"}[x.Color])
		}
		row("lights", "%d %s, %d point, %d spot, %d rectangle", w.Lights.Suns, plural(w.Lights.Suns, "sun"), w.Lights.Points, w.Lights.Spots, w.Lights.Rects)
		if b := w.Bounds; b != nil {
			row("bounds", "%.4g %.4g %.4g to %.4g %.4g %.4g m", b.Min[0], b.Min[1], b.Min[2], b.Max[0], b.Max[1], b.Max[2])
		}
		for _, c := range w.Cameras {
			if c.Height > 0 {
				row("camera", "%s: orthographic, %g m high", c.Name, c.Height)
			} else {
				row("camera", "%s: %.4g degrees high", c.Name, c.FovY)
			}
		}
	}
	for _, s := range i.Shots {
		row("shot", "%s: %dx%d, %d %s, camera %s, at %g s", s.Name, s.Size[0], s.Size[1], s.Samples, plural(s.Samples, "sample"), s.Camera, s.Time)
		if s.Sun != nil {
			row("", "  sun %s", s.Sun)
		}
		if s.Moon != nil {
			row("", "  moon %s, %.0f %% lit", s.Moon, 100*s.Moon.Lit)
		}
	}
	if i.Hash != "" {
		row("hash", "%s", i.Hash)
	}
	for _, w := range i.Warnings {
		row("warning", "%s", w)
	}
	t.Flush()
}
