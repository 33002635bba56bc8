package scene

import "github.com/go-gl/mathgl/mgl32"

// At returns what the sun gives a surface that sees it, by its unit normal, in lux per channel.
func (s *Sun) At(normal mgl32.Vec3) mgl32.Vec3 {
	return s.Color.Mul(float32(s.Illuminance) * max(-s.Direction.Dot(normal), 0))
}

// OpenIlluminance returns what the light and the sky, by l's own Irradiance, give level ground with nothing
// around it.
func (l *Lighting) OpenIlluminance(sky *IrradianceSH) Lux {
	up := mgl32.Vec3{0, 1, 0}
	return Lux(Luminance(sky.At(up)) + Luminance(l.Light.At(up)))
}
