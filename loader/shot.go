package loader

import (
	"strings"

	"scenerender/loader/field"
	"scenerender/scene"
)

// A shot has its own values and the Given that says which of them count.
type shot struct {
	name     string
	camera   field.Ref
	time     float64
	sun      *shotSun
	exposure *exposure
	own      render
	post     *post
	at       *field.Given
}

func shotBlock(s *shot) field.Block {
	renderBlock(&s.own) // for its defaults
	const inherited = "that of `render`"
	return field.Block{
		Name: "Shot",
		Doc:  "A picture that the scene defines.",
		Fields: []*field.Field{
			field.Text("name", &s.name).Required().Doc("What the picture is called; no two shots share a name."),
			field.Name("camera", "a camera", &s.camera).Default("the first").Doc("The camera that takes it."),
			sizeField(&s.own.size).Default(inherited),
			samplesField(&s.own.samples).Default(inherited),
			field.Float("time", &s.time).Range(0, MaxTime).Unit("s").Doc("The scene's time."),
			field.Object("sun", &s.sun, shotSunBlock).Default("that of the scene").Doc("Where the sun stands in this picture, and how bright it is."),
			field.Object("exposure", &s.exposure, exposureBlock).Default("that of the scene").Doc("How bright this picture is of its light."),
			antiAliasingField(&s.own.smoothing).Default(inherited),
			field.Object("post", &s.post, postBlock).Default("that of the scene").Doc("Its keys replace those of the scene's `post`."),
			tonemapField(&s.own.tonemap).Default(inherited),
			backgroundField(&s.own.background).Default(inherited),
			goldenField(&s.own.golden).Default(inherited),
		},
		Check: func(g *field.Given) {
			s.at = g
			if s.name != "" {
				checkShotName(g, s.name)
			}
		},
	}
}

// checkShotName refuses what cannot be part of a file's name on any system.
func checkShotName(g *field.Given, name string) {
	for _, r := range name {
		if !InFileName(r) {
			g.Errorf("name", "want a name made of letters, digits, spaces and -_.+, since pictures are named by it, found %q", name)
			return
		}
	}
	if len(name) > MaxShotName || name[0] == '.' {
		g.Errorf("name", "want a name of at most %d bytes that does not start with a dot, found %q", MaxShotName, name)
	}
}

// MaxShotName is the length of the longest name of a shot, bytes.
const MaxShotName = 100

// InFileName says whether a shot's name may have a letter, since files can on any system.
func InFileName(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r > 0x7f || strings.ContainsRune("-_ .+", r)
}

// resolve takes from render and from the scene's post what the shot does not say.
func (s *shot) resolve(r *render, base *post, camera int) scene.Shot {
	use := *r
	if s.at.Has("size") {
		use.size = s.own.size
	}
	if s.at.Has("samples") {
		use.samples = s.own.samples
	}
	if s.at.Has("antialiasing") {
		use.smoothing = s.own.smoothing
	}
	if s.at.Has("tonemap") {
		use.tonemap = s.own.tonemap
	}
	if s.at.Has("background") {
		use.background = s.own.background
	}
	if s.at.Has("golden") {
		use.golden = s.own.golden
	}
	out := scene.Shot{
		Name: s.name, Camera: camera, Time: s.time,
		Width: use.size[0], Height: use.size[1], Samples: use.samples, AntiAliasing: use.smoothing, Post: s.post.over(base.over(scene.Post{})),
		Tonemap: use.tonemap, Transparent: use.background,
		Golden: scene.DefaultShot().Golden,
	}
	if use.golden != nil {
		out.Golden = use.golden.Tolerance
	}
	return out
}
