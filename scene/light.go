package scene

import "github.com/go-gl/mathgl/mgl32"

// The Sun is a light at infinity.
type Sun struct {
	Direction   mgl32.Vec3 // unit, the way its light travels
	Illuminance Lux        // on a plane that faces it
	Color       mgl32.Vec3 // tint, luminance kept as given: per channel lux = Illuminance · Color
	Shadows     bool
	Diameter    float32 // angle that its disc spans, radians; 0: hard shadows
	Moment      Moment  // when it stands there; zero: nobody said
	Natural     bool    // under an atmosphere it is as bright as our sun, and Illuminance means nothing
}

// A PointLight spreads its intensity over all directions.
type PointLight struct {
	Intensity Candela    // of the brightest direction, where there is a profile
	Profile   *Profile   // nil: the same to all sides
	Color     mgl32.Vec3 // tint
	Range     float32    // metres where a smooth window ends the light; 0 is unbounded
	Radius    float32    // of the ball that shines, metres; below MinBallRadius: a point
	Shadows   bool       // whether things cast shadows in its light
}

// A SpotLight is a PointLight in a cone around the entity's -Z, where its profile has its straight down;
// horizontal angle 90° is towards +Y.
type SpotLight struct {
	PointLight
	Inner, Outer float32 // half angles: full inside Inner, nothing outside Outer; Outer π: no cone
}

// SkyKind says how the sky is described.
type SkyKind uint8

// Kinds of sky.
const (
	SkyColor      SkyKind = iota // Color everywhere
	SkyGradient                  // Zenith to Horizon above, Horizon to Ground below
	SkyHDRI                      // an equirectangular picture
	SkyAtmosphere                // sunlight in Air
)

// A Sky lights the scene from infinity and is what a camera sees behind it. The zero value is black.
type Sky struct {
	Kind  SkyKind
	Color mgl32.Vec3 // cd/m²

	Zenith, Horizon, Ground mgl32.Vec3 // cd/m²

	HDRI     *Panorama
	Rotation float32 // about +Y, counter-clockwise seen from above
	Scale    float32 // cd/m² per unit of the picture
	Disc     bool    // the picture's own sun was taken out of it: the sun's disc is drawn where it stands

	Air    *Air
	Lights [2]SkyLight // in Air, of sun and moon; a Lighting has them, a Scene not yet
}

// A SkyLight is a light that shines through air and makes it shine. The zero one does not.
type SkyLight struct {
	Towards mgl32.Vec3 // unit, where it stands
	Outside mgl32.Vec3 // its illuminance outside the air, lux per channel
	View    *SkyView   // the air in its light
}

// A Panorama is an equirectangular picture, linear RGB, top row first; its centre column looks
// along -Z and u grows to the right seen from inside (towards +X).
type Panorama struct {
	Name          string
	Width, Height int
	Pix           []float32 // 3·Width·Height, ≥ 0, finite
}
