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
// channel: I·cos θ/d², times a window that ends it smoothly at Range. A ball gives the same as long as
// all of it is above the surface, and less than a point where it is not; no more within it than on it.
// At the light itself, behind it and without intensity it is 0. The entity's transform places the light
// and turns its profile; its scale has no effect.
func (l PointLight) Illuminance(worldFromLight mgl32.Mat4, point, normal mgl32.Vec3) mgl32.Vec3 {
	position := worldFromLight.Col(3).Vec3()
	return l.evenly(position, point, normal).Mul(l.Profile.share(unturned(worldFromLight, point.Sub(position))))
}

// unturned is a direction of the world in the frame of a light.
func unturned(worldFromLight mgl32.Mat4, d mgl32.Vec3) (local mgl32.Vec3) {
	for i := range local {
		if axis := worldFromLight.Col(i).Vec3(); axis.Len() > 0 {
			local[i] = axis.Dot(d) / axis.Len()
		}
	}
	return local
}

// evenly is the illuminance by the intensity to all sides.
func (l PointLight) evenly(position, point, normal mgl32.Vec3) mgl32.Vec3 {
	to := position.Sub(point)
	d := to.Len()
	if d == 0 || !(l.Intensity > 0) {
		return mgl32.Vec3{}
	}
	cos := min(max(to.Dot(normal)/d, -1), 1)
	if r := float64(l.Radius); r >= MinBallRadius {
		d2 := math.Max(float64(d)*float64(d), MinLightDistance*MinLightDistance)
		return l.Color.Mul(float32(float64(l.Intensity) / (r * r) * ballFactor(float64(cos), min(r*r/d2, 1)) * float64(window(d, l.Range))))
	}
	return l.Color.Mul(float32(l.Intensity) * max(cos, 0) * DistanceAttenuation(d, l.Range))
}

// Illuminance is PointLight's within the cone, which the entity's transform turns as well.
func (l SpotLight) Illuminance(worldFromLight mgl32.Mat4, point, normal mgl32.Vec3) mgl32.Vec3 {
	position := worldFromLight.Col(3).Vec3()
	axis := worldFromLight.Col(2).Vec3().Mul(-1)
	from := point.Sub(position)
	length := axis.Len() * from.Len()
	if length == 0 {
		return mgl32.Vec3{}
	}
	local := unturned(worldFromLight, from)
	share := l.Profile.share(mgl32.Vec3{local[0], local[2], -local[1]}) // its down is the axis
	return l.evenly(position, point, normal).Mul(share * l.AngularAttenuation(axis.Dot(from)/length))
}

// DistanceAttenuation returns 1/d² times the window (1 - (d/range)⁴)², clamped at 0 beyond the
// range (Karis, "Real Shading in Unreal Engine 4", 2013, eq. 9, without its 1 beside d²). Range 0 is
// no window.
func DistanceAttenuation(d, limit float32) float32 {
	return window(d, limit) / max(d*d, MinLightDistance*MinLightDistance)
}

func window(d, limit float32) float32 {
	if !(limit > 0) {
		return 1
	}
	q := d / limit
	q *= q
	w := max(1-q*q, 0)
	return w * w
}

// AngularAttenuation returns the share of the spot's intensity at an angle to its axis:
// saturate((cos θ - cos outer)/max(cos inner - cos outer, 0.001))², as KHR_lights_punctual
// recommends ("Inner and Outer Cone Angles").
func (l SpotLight) AngularAttenuation(cosAngle float32) float32 {
	scale, offset := l.Cone()
	a := min(max(cosAngle*scale+offset, 0), 1)
	return a * a
}

// Cone returns scale and offset with which the attenuation is saturate(cos θ·scale + offset)²; without
// a cone the scale is 0.
func (l SpotLight) Cone() (scale, offset float32) {
	if l.Outer >= math.Pi {
		return 0, 1
	}
	inner, outer := float32(math.Cos(float64(l.Inner))), float32(math.Cos(float64(l.Outer)))
	scale = 1 / max(inner-outer, 0.001)
	return scale, -outer * scale
}
