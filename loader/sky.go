package loader

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

type sky struct {
	color    mgl32.Vec3
	gradient *gradient
	hdri     *hdri
	air      *atmosphere
	night    *night
	at       *field.Given
}

func skyBlock(s *sky) field.Block {
	return field.Block{
		Name: "Sky",
		Doc:  "What lights the scene from all around. A clear sky at noon has about 5000 cd/m², a moonless night 0.00016.",
		Fields: []*field.Field{
			field.Light("color", &s.color).Range(0, 1e9).Unit("cd/m²").Optional().Doc("The same light everywhere."),
			field.Object("gradient", &s.gradient, gradientBlock).Doc("Light that changes with height."),
			field.Object("hdri", &s.hdri, hdriBlock).Doc("Light from a picture."),
			field.Object("atmosphere", &s.air, atmosphereBlock).Doc("Light of sun and moon in the air."),
			field.Object("night", &s.night, nightBlock).Default("none; with `atmosphere` as in nature").Doc("Stars, and the glow of a dark sky."),
		},
		Rules: []field.Rule{field.ExactlyOne("color", "gradient", "hdri", "atmosphere"), field.AtMostOne("hdri", "night")},
		Check: func(g *field.Given) { s.at = g },
	}
}

type gradient struct{ zenith, horizon, ground mgl32.Vec3 }

func gradientBlock(g *gradient) field.Block {
	// A clear sky at noon over grey ground; the colours were found by eye.
	*g = gradient{
		zenith:  mgl32.Vec3{1500, 2800, 5500},
		horizon: mgl32.Vec3{5000, 5800, 7000},
		ground:  mgl32.Vec3{3000, 2800, 2500},
	}
	return field.Block{
		Name: "Gradient",
		Doc:  "A sky without clouds or sun; its defaults are a clear noon.",
		Fields: []*field.Field{
			field.Light("zenith", &g.zenith).Range(0, 1e9).Unit("cd/m²").Doc("Straight up."),
			field.Light("horizon", &g.horizon).Range(0, 1e9).Unit("cd/m²").Doc("All around."),
			field.Light("ground", &g.ground).Range(0, 1e9).Unit("cd/m²").Doc("Straight down."),
		},
	}
}

type hdri struct {
	file             field.Ref
	rotation         float32
	scale, luminance float64
	keepSun          bool
	at               *field.Given
}

func hdriBlock(h *hdri) field.Block {
	*h = hdri{scale: 1, luminance: 5000}
	return field.Block{
		Name: "HDRI",
		Doc:  "An equirectangular picture of everything around; its middle column stands in the north (-Z).",
		Fields: []*field.Field{
			field.File("file", "a Radiance picture (.hdr)", &h.file).Required().Doc("The picture."),
			field.Float("rotation", &h.rotation).Degrees().Range(-360, 360).Doc("Turns the sky counter-clockwise seen from above."),
			field.Float("scale", &h.scale).Range(0, 1e9).Unit("cd/m² per unit").Optional().Doc("What the picture's 1 means."),
			field.Float("luminance", &h.luminance).Range(0, 1e9).Unit("cd/m²").Doc("In place of `scale`: the mean over all directions."),
			field.Enum("sun", &h.keepSun,
				field.Option[bool]{Name: "extract", Value: false},
				field.Option[bool]{Name: "keep", Value: true},
			).Doc("Whether the picture's own sun is taken out of it, where it has one, and shines in its place, with shadows. A scene that has a `sun` keeps both."),
		},
		Rules: []field.Rule{field.AtMostOne("scale", "luminance")},
		Check: func(g *field.Given) { h.at = g },
	}
}

// resolve makes the scene's sky. panorama is the picture of hdri, nil if it has none.
func (s *sky) resolve(panorama *scene.Panorama) scene.Sky {
	switch {
	case s.gradient != nil:
		g := s.gradient
		return scene.Sky{Kind: scene.SkyGradient, Zenith: g.zenith, Horizon: g.horizon, Ground: g.ground}
	case s.air != nil:
		return scene.Sky{Kind: scene.SkyAtmosphere, Air: scene.NewAir(s.air.Atmosphere)}
	case panorama != nil:
		scale := s.hdri.scale
		if !s.hdri.at.Has("scale") {
			scale = 0
			if mean := meanLuminance(panorama); mean > 0 {
				scale = s.hdri.luminance / mean
			}
		}
		return scene.Sky{Kind: scene.SkyHDRI, HDRI: panorama, Rotation: s.hdri.rotation, Scale: float32(min(scale, math.MaxFloat32))}
	}
	return scene.Sky{Kind: scene.SkyColor, Color: s.color}
}

// meanLuminance averages over the sphere: a row at polar angle θ has a share of sin θ.
func meanLuminance(p *scene.Panorama) float64 {
	var sum, weights float64
	for y := range p.Height {
		weight := math.Sin(math.Pi * (float64(y) + 0.5) / float64(p.Height))
		var row float64
		for x := range p.Width {
			c := p.Pix[3*(y*p.Width+x):]
			row += 0.2126*float64(c[0]) + 0.7152*float64(c[1]) + 0.0722*float64(c[2]) // Rec.709
		}
		sum += weight * row
		weights += weight * float64(p.Width)
	}
	return sum / weights
}
