package main

import (
	"fmt"
	"strings"
)

// viewDocs says what each view shows, in the order of passes.Outputs: in a float file, and in a PNG
// (spirv/aov.comp and spirv/lighting.comp compute them).
var viewDocs = []struct{ name, float, png string }{
	{"color", "the picture itself", "tone mapped"},
	{"depth", "metres from the camera's plane, inf for the sky", "near white to far dark, the sky black"},
	{"normal", "in the world, -1 to 1, with normal maps", "n/2 + 1/2"},
	{"albedo", "base colour, linear", "as sRGB"},
	{"roughness", "perceptual, 0 to 1", "the same"},
	{"metallic", "0 to 1", "the same"},
	{"emissive", "cd/m²", "exposed, as sRGB"},
	{"shadow", "share of the sun that arrives, 0 to 1", "the same"},
	{"motion", "pixels since the frame before, right and down", "v/32 + 1/2"},
	{"lod", "level of detail, 0 the finest, 255 for none", "red, orange, yellow, green, blue, violet; none grey"},
	{"mask", "share of a fade: 0 all, 1 what leaves, 2 what enters", "grey, blue, orange"},
	{"lamps", "how many lamps a point's cluster lists", "0 black, 1 blue, 3 cyan, 15 yellow, 63 red, 255 white"},
}

// viewHelp is a line for each view.
func viewHelp() string {
	var b strings.Builder
	for i, v := range viewDocs {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "  %-10s %-53s png: %s", v.name, v.float, v.png)
	}
	return b.String()
}
