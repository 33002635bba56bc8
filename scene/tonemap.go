package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Apply returns what a display shows for exposed linear light: linear Rec.709, 0..1. The tone
// shader repeats it, names and order included. Light below zero counts as none.
func (t Tonemap) Apply(c mgl32.Vec3) mgl32.Vec3 {
	c = mgl32.Vec3{max(c[0], 0), max(c[1], 0), max(c[2], 0)}
	switch t {
	case TonemapAgX:
		c = agx(c)
	case TonemapACES:
		c = aces(c)
	case TonemapKhronosNeutral:
		c = khronosNeutral(c)
	case TonemapReinhard:
		c = reinhard(c)
	}
	return saturate(c)
}

func saturate(c mgl32.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{min(max(c[0], 0), 1), min(max(c[1], 0), 1), min(max(c[2], 0), 1)}
}

// agx is Troy Sobotka's AgX (2022) with the base look: the inset and outset in Rec.2020 that
// Blender and Filament (ToneMapper.cpp) use, and Benjamin Wrensch's polynomial for the contrast curve
// ("Minimal AgX Implementation", 2023; mean squared error 3.7e-6). The display's gamma of
// 2.2 is taken off again, since the result is linear.
func agx(c mgl32.Vec3) mgl32.Vec3 {
	c = agxInset.Mul3x1(rec2020FromRec709.Mul3x1(c))
	for i, x := range c {
		const low, high = -12.47393, 4.026069 // 10 stops below and 6.5 above 0.18, as log2
		x = (float32(math.Log2(float64(max(x, 1e-10)))) - low) / (high - low)
		x = min(max(x, 0), 1)
		x2 := x * x
		x4 := x2 * x2
		c[i] = 15.5*x4*x2 - 40.14*x4*x + 31.96*x4 - 6.868*x2*x + 0.4298*x2 + 0.1191*x - 0.00232
	}
	c = agxOutset.Mul3x1(c)
	for i, x := range c {
		c[i] = float32(math.Pow(float64(max(x, 0)), 2.2))
	}
	return rec709FromRec2020.Mul3x1(c)
}

// Written in columns, as in the shader.
var (
	rec2020FromRec709 = mgl32.Mat3{0.6274, 0.0691, 0.0164, 0.3293, 0.9195, 0.0880, 0.0433, 0.0113, 0.8956}
	rec709FromRec2020 = mgl32.Mat3{1.6605, -0.1246, -0.0182, -0.5876, 1.1329, -0.1006, -0.0728, -0.0083, 1.1187}

	agxInset = mgl32.Mat3{
		0.856627153315983, 0.137318972929847, 0.11189821299995,
		0.0951212405381588, 0.761241990602591, 0.0767994186031903,
		0.0482516061458583, 0.101439036467562, 0.811302368396859,
	}
	agxOutset = mgl32.Mat3{
		1.1271005818144368, -0.1413297634984383, -0.14132976349843826,
		-0.11060664309660323, 1.157823702216272, -0.11060664309660294,
		-0.016493938717834573, -0.016493938717834257, 1.2519364065950405,
	}

	acesInput = mgl32.Mat3{0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777}
	acesFinal = mgl32.Mat3{1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602}
)

// aces is Stephen Hill's fit of the ACES reference and sRGB output transforms (in MJP's BakingLab,
// ACES.hlsl, 2016). Light is divided by 0.6 first, as three.js does (a deviation from the fit alone):
// then 0.18 comes out as bright as with AgX, and curves can be compared without a new exposure.
func aces(c mgl32.Vec3) mgl32.Vec3 {
	c = acesInput.Mul3x1(c.Mul(1 / 0.6))
	for i, v := range c {
		c[i] = (v*(v+0.0245786) - 0.000090537) / (v*(0.983729*v+0.4329510) + 0.238081)
	}
	return acesFinal.Mul3x1(c)
}

// khronosNeutral is the Khronos PBR Neutral Tone Mapper (Khronos Group, specification 1.0, 2024). Below
// its compression it only takes off the 4 % a dielectric reflects, so that a material's base
// colour under white light of 1 is what the display shows.
func khronosNeutral(c mgl32.Vec3) mgl32.Vec3 {
	const f90, start, desaturation = 0.04, 0.8 - 0.04, 0.15
	x := min(c[0], c[1], c[2])
	offset := float32(f90)
	if x < 2*f90 {
		offset = x - x*x/(4*f90)
	}
	c = c.Sub(mgl32.Vec3{offset, offset, offset})
	peak := max(c[0], c[1], c[2])
	if peak < start {
		return c
	}
	const d = 1 - start
	newPeak := 1 - d*d/(peak+d-start)
	c = c.Mul(newPeak / peak)
	g := 1 - 1/(desaturation*(peak-newPeak)+1)
	return c.Mul(1 - g).Add(mgl32.Vec3{newPeak, newPeak, newPeak}.Mul(g))
}

// reinhard scales a colour so that its luminance L becomes L·(1 + L/w²)/(1 + L) (Reinhard, Stark, Shirley and
// Ferwerda, "Photographic Tone Reproduction for Digital Images", 2002, eq. 4), where w is the luminance
// shown as white. It keeps hues, and so cuts a channel of a bright saturated colour. Their key of 0.18 is
// the exposure's to set.
func reinhard(c mgl32.Vec3) mgl32.Vec3 {
	const white = 16.2917 // 6.5 stops over 0.18, where agx ends
	l := Luminance(c)
	return c.Mul((1 + l*(1/(white*white))) / (1 + l))
}
