package passes

import (
	"fmt"
	"strings"
)

// Output is what a picture shows: the lit scene, or one of the values behind it.
type Output uint8

// Outputs. The numbers are those of spirv/aov.comp. All but OutputColor are taken at pixel
// centres, without averaging.
const (
	OutputColor     Output = iota // light
	OutputDepth                   // metres along the view; white near, black far
	OutputNormal                  // world, after normal maps
	OutputAlbedo                  // base colour
	OutputRoughness               // perceptual
	OutputMetallic
	OutputEmissive // cd/m²
	OutputShadow   // share of the sun that arrives
	OutputMotion   // pixels since the previous frame, x right, y down; a still has none before it: 0
	OutputLod      // level of detail: 0 red, 1 orange, 2 yellow, 3 green, 4 blue, 5 violet, then darker; models without levels grey (255)
	OutputMask     // which share of a fade: 0 whole (grey), 1 leaving (blue), 2 entering or thinned (orange)
	OutputLamps    // lamps that the point's cluster lists: none black, 1 blue, 3 cyan, 15 yellow, 63 red, 255 white
)

var outputNames = []string{"color", "depth", "normal", "albedo", "roughness", "metallic", "emissive", "shadow", "motion", "lod", "mask", "lamps"}

// Outputs lists the names that ParseOutput takes.
func Outputs() []string { return outputNames }

func (o Output) String() string { return outputNames[o] }

// ParseOutput returns the output of that name; the error lists them all.
func ParseOutput(name string) (Output, error) {
	for i, n := range outputNames {
		if n == name {
			return Output(i), nil
		}
	}
	return 0, fmt.Errorf("no output %q: there are %s", name, strings.Join(outputNames, ", "))
}
