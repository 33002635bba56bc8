package main

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

func (n *numbers) vec3() mgl32.Vec3 { return mgl32.Vec3{n.list[0], n.list[1], n.list[2]} }

// A lightReport is what `scenerender light` says. Light is in lux, distances in metres, grey values those of a
// card of albedo 0.18; null is what does not exist.
type lightReport struct {
	Scene    string        `json:"scene"`
	Shot     string        `json:"shot"`
	Camera   string        `json:"camera"`
	Size     [2]int        `json:"size"`
	Tonemap  string        `json:"tonemap"`
	At       lightPlace    `json:"at"`
	Exposure lightExposure `json:"exposure"`
	Lights   []lightAt     `json:"lights"`
	Total    lightTotal    `json:"total"`
}

// A lightPlace is where the report looks.
type lightPlace struct {
	From     string      `json:"from"` // middle, nearest (to the middle that has a surface), pixel or point
	Point    mgl32.Vec3  `json:"point"`
	Normal   mgl32.Vec3  `json:"normal"`
	Distance float32     `json:"distance"` // from the camera
	Entity   *int        `json:"entity"`   // whose surface it is
	Name     *string     `json:"name"`
	Pixel    *mgl32.Vec2 `json:"pixel"` // null outside of the picture
}

type lightExposure struct {
	EV100        float32 `json:"ev100"` // compensation included
	Compensation float32 `json:"compensation"`
	Factor       float32 `json:"factor"` // from cd/m² to display values
	Metered      bool    `json:"metered"`
	Source       string  `json:"source"`
}

// A lightAt is one light at the point.
type lightAt struct {
	Entity   *int     `json:"entity"` // null: sun, moon and sky
	Name     string   `json:"name"`
	Kind     string   `json:"kind"`
	Amount   float32  `json:"amount"`
	Unit     string   `json:"unit"`
	Distance *float32 `json:"distance"` // null: infinitely far
	Facing   float32  `json:"facing_lx"`
	Surface  float32  `json:"here_lx"`
	Lit      float32  `json:"lit_lx"`
	Here     string   `json:"here"`    // lit, in shadow, faces away, out of reach or off
	Blocker  *string  `json:"blocker"` // the name of what shadows it
	Grey     float32  `json:"grey"`    // before the tone curve
	Shown    float32  `json:"shown"`   // in the file, 0..1
	Verdict  string   `json:"verdict"` // invisible, visible or clips
	Needed   *float32 `json:"needed"`  // null: no amount does
}

type lightTotal struct {
	Lit   float32  `json:"lit_lx"`
	Grey  float32  `json:"grey"`
	Shown float32  `json:"shown"`
	Meter *float32 `json:"meter_ev100"` // null: there is no light
}

// report works the report out for a shot.
func (l *lightRun) report(sc *scene.Scene, shot scene.Shot) (*lightReport, error) {
	surveyor := scene.NewLightSurveyor(sc, shot)
	var (
		place scene.LightPlace
		from  string
		ok    bool
	)
	switch {
	case l.at.given():
		place, from, ok = surveyor.Point(l.at.vec3(), mgl32.Vec3{0, 1, 0}), "point", true
		if l.normal.given() {
			place = surveyor.Point(l.at.vec3(), l.normal.vec3())
		}
	case l.pixel.given():
		from = "pixel"
		at := mgl32.Vec2{l.pixel.list[0], l.pixel.list[1]}
		if at[0] < 0 || at[1] < 0 || at[0] > float32(shot.Width) || at[1] > float32(shot.Height) {
			return nil, usagef("--pixel: want a place in the picture of %dx%d, found %s", shot.Width, shot.Height, l.pixel.String())
		}
		if place, ok = surveyor.Pixel(at); !ok {
			return nil, usagef("--pixel: no surface is seen at %s; want another pixel, or a point with --at", l.pixel.String())
		}
	default:
		from = "middle"
		if place, ok = surveyor.Middle(); !ok {
			return nil, usagef("%s: the camera %q sees no surface; want a point with --at, or another --camera", sc.Path, sc.Cameras[shot.Camera].Name)
		}
		if place.Pixel != (mgl32.Vec2{float32(shot.Width) / 2, float32(shot.Height) / 2}) {
			from = "nearest"
		}
	}
	ev := surveyor.Exposure()
	s := surveyor.At(place, ev)
	x := sc.ExposureOf(&shot)
	r := &lightReport{Scene: sc.Path, Shot: shot.Name, Camera: sc.Cameras[shot.Camera].Name, Size: [2]int{shot.Width, shot.Height},
		Tonemap:  tonemaps[shot.Tonemap],
		At:       lightPlace{From: from, Point: place.Point, Normal: place.Normal, Distance: bounded(place.Camera)},
		Exposure: lightExposure{EV100: float32(ev), Compensation: float32(x.Compensation), Factor: s.Factor, Metered: x.Metered, Source: x.Source},
		Lights:   []lightAt{},
		Total:    lightTotal{Lit: float32(s.Total), Grey: s.Grey.Value, Shown: s.Grey.Shown, Meter: finite(float32(s.Meter))}}
	if place.Entity >= 0 {
		name := entityTitle(sc, place.Entity)
		r.At.Entity, r.At.Name = &place.Entity, &name
	}
	if place.Seen {
		r.At.Pixel = &place.Pixel
	}
	for _, at := range s.Lights {
		r.Lights = append(r.Lights, lightRow(sc, at))
	}
	return r, nil
}

func lightRow(sc *scene.Scene, at scene.LightAt) lightAt {
	out := lightAt{Name: at.Name, Kind: at.Kind, Amount: at.Amount, Unit: at.Unit, Distance: finite(at.Distance),
		Facing: float32(at.Facing), Surface: float32(at.Surface), Lit: float32(at.Lit), Here: at.Here.String(),
		Grey: at.Grey.Value, Shown: at.Grey.Shown, Verdict: at.Verdict.String()}
	if at.Entity >= 0 {
		out.Entity, out.Name = &at.Entity, entityTitle(sc, at.Entity)
	}
	if at.Blocker >= 0 {
		name := entityTitle(sc, at.Blocker)
		out.Blocker = &name
	}
	if at.Needed > 0 {
		out.Needed = &at.Needed
	}
	return out
}

// entityTitle is what a reader finds an entity by.
func entityTitle(sc *scene.Scene, i int) string {
	if name := sc.Entities[i].Name; name != "" {
		return oneLine(name)
	}
	return fmt.Sprintf("entities[%d]", i)
}

// candela is the intensity of a lamp that spreads its power evenly.
func candela(lumen float32) float32 { return float32(float64(lumen) / (4 * math.Pi)) }
