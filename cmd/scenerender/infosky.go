package main

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// bodyInfo is where sun or moon stand.
type bodyInfo struct {
	Azimuth   float64 `json:"azimuth"`       // degrees, clockwise from north
	Elevation float64 `json:"elevation"`     // degrees above the horizon, without what air lifts it by
	Lit       float64 `json:"lit,omitempty"` // share of the moon's disc
}

func (b *bodyInfo) String() string {
	return fmt.Sprintf("%.2f degrees high, azimuth %.2f", b.Elevation, b.Azimuth)
}

// bodiesOf says where a dated sun and its moon stand; nil where nobody asked for them by date.
func bodiesOf(l scene.Lighting) (sun, moon *bodyInfo) {
	if !l.Sun.Moment.Given() {
		return nil, nil
	}
	sun = bodyFrom(l.Sun.Direction)
	if l.Moon.Shines() {
		moon = bodyFrom(l.Moon.Direction)
		moon.Lit = round(l.Moon.IlluminatedShare(), 1000)
	}
	return sun, moon
}

// bodyFrom is where something stands whose light travels along a direction.
func bodyFrom(light mgl32.Vec3) *bodyInfo {
	azimuth := math.Atan2(-float64(light[0]), float64(light[2])) * 180 / math.Pi
	elevation := math.Asin(min(max(-float64(light[1]), -1), 1)) * 180 / math.Pi
	return &bodyInfo{Azimuth: round(math.Mod(azimuth+360, 360), 100), Elevation: round(elevation, 100)}
}

func round(x, steps float64) float64 { return math.Round(x*steps) / steps }
