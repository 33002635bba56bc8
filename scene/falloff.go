package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// MinLightDistance is the radius in metres within which a point light gets no brighter: it stands
// for the size of the lamp (Lagarde and de Rousiers, "Moving Frostbite to Physically Based Rendering",
// 2014, listing 4).
const MinLightDistance = 0.01

// Illuminance returns what the light gives a surface at a point with a unit normal, in lux per
// channel: I·cos θ/d², times a window that ends it smoothly at Range. At the light itself, behind
// it and without intensity it is 0.
func (l PointLight) Illuminance(position, point, normal mgl32.Vec3) mgl32.Vec3 {
	to := position.Sub(point)
	d := to.Len()
	if d == 0 || !(l.Intensity > 0) {
		return mgl32.Vec3{}
	}
	cos := max(to.Dot(normal)/d, 0)
	return l.Color.Mul(float32(l.Intensity) * cos * DistanceAttenuation(d, l.Range))
}

// Illuminance is PointLight's within the cone. The entity's transform places the light and turns
// its cone; its scale has no effect.
func (l SpotLight) Illuminance(worldFromLight mgl32.Mat4, point, normal mgl32.Vec3) mgl32.Vec3 {
	position := worldFromLight.Col(3).Vec3()
	axis := worldFromLight.Col(2).Vec3().Mul(-1)
	from := point.Sub(position)
	length := axis.Len() * from.Len()
	if length == 0 {
		return mgl32.Vec3{}
	}
	return l.PointLight.Illuminance(position, point, normal).Mul(l.AngularAttenuation(axis.Dot(from) / length))
}

// DistanceAttenuation returns 1/d² times the window (1 - (d/range)⁴)², clamped at 0 beyond the
// range (Karis, "Real Shading in Unreal Engine 4", 2013, eq. 9, without its 1 beside d²). Range 0 is
// no window.
func DistanceAttenuation(d, limit float32) float32 {
	window := float32(1)
	if limit > 0 {
		q := d / limit
		q *= q
		window = max(1-q*q, 0)
		window *= window
	}
	return window / max(d*d, MinLightDistance*MinLightDistance)
}

// AngularAttenuation returns the share of the spot's intensity at an angle to its axis:
// saturate((cos θ - cos outer)/max(cos inner - cos outer, 0.001))², as KHR_lights_punctual
// recommends ("Inner and Outer Cone Angles").
func (l SpotLight) AngularAttenuation(cosAngle float32) float32 {
	scale, offset := l.Cone()
	a := min(max(cosAngle*scale+offset, 0), 1)
	return a * a
}

// Cone returns scale and offset with which the attenuation is saturate(cos θ·scale + offset)².
func (l SpotLight) Cone() (scale, offset float32) {
	inner, outer := float32(math.Cos(float64(l.Inner))), float32(math.Cos(float64(l.Outer)))
	scale = 1 / max(inner-outer, 0.001)
	return scale, -outer * scale
}
