package loader

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/scene"
)

// A skyPlace is where a file says that sun or moon stand.
type skyPlace struct {
	direction          mgl32.Vec3
	azimuth, elevation float64 // radians
}

func (p *skyPlace) directionField() *field.Field {
	return field.XYZ("direction", &p.direction).Optional().Doc("The way its light travels, of any length.")
}

func (p *skyPlace) azimuthField() *field.Field {
	return field.Float("azimuth", &p.azimuth).Degrees().Range(-360, 360).Doc("Where it stands: clockwise from north (-Z) over east (+X).")
}

func (p *skyPlace) elevationField() *field.Field {
	return field.Float("elevation", &p.elevation).Degrees().Range(-90, 90).Doc("Where it stands: above the horizon.")
}

func placeRules() []field.Rule {
	return []field.Rule{
		field.AtMostOne("direction", "azimuth"),
		field.AtMostOne("direction", "elevation"),
		field.Together("azimuth", "elevation"),
	}
}

// light is the way that the light travels, unit; not ok where the file's direction is none.
func (p *skyPlace) light(g *field.Given) (d mgl32.Vec3, ok bool) {
	if !g.Has("direction") {
		return sunlight(p.azimuth, p.elevation), true
	}
	if !g.Sure("direction") {
		return d, false
	}
	length := p.direction.Len()
	if length < 1e-6 || math.IsInf(float64(length), 0) {
		g.Errorf("direction", "want a direction with a length, found %s", spell(p.direction))
		return d, false
	}
	return p.direction.Mul(1 / length), true
}

// sunlight is the way that light travels from a place in the sky.
func sunlight(azimuth, elevation float64) mgl32.Vec3 {
	sinA, cosA := math.Sincos(azimuth)
	sinE, cosE := math.Sincos(elevation)
	return mgl32.Vec3{float32(-sinA * cosE), float32(-sinE), float32(cosA * cosE)}
}

// A sunTime is when and where on Earth a file says that a scene is.
type sunTime struct {
	given               bool
	day                 time.Time
	hours, offset       float64
	latitude, longitude float64 // radians
}

func (w *sunTime) dateField() *field.Field {
	return field.Day("date", &w.day).Doc("Where it stands: by the calendar.")
}

func (w *sunTime) timeField() *field.Field {
	return field.Clock("time", &w.hours).Doc("Where it stands: by the clock.")
}

func (w *sunTime) moment() scene.Moment {
	day := float64(w.day.Day()) + (w.hours-w.offset)/24
	return scene.Moment{JulianDay: scene.JulianDay(w.day.Year(), int(w.day.Month()), day), Latitude: w.latitude, Longitude: w.longitude}
}
