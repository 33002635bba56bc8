package passes

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// A shadowLamp is a lamp that casts shadows, and the faces of its maps.
type shadowLamp struct {
	scene.LampShadow
	ball  mgl32.Vec4 // world; w: how far away casters are looked for, metres
	first int        // of its faces among those of all lamps
	share scene.LampShare
	faces [6]scene.LampFace // of the share

	varies   bool // which casters it has depends on where the camera is
	dithered bool // some of them may be drawn in part
}

// faceBlock mirrors LampFace in spirv/include/lamp_face.glsl.
type faceBlock struct {
	Right   mgl32.Vec4 // over the tangent; w: the lamp's x
	Up      mgl32.Vec4 // w: y
	Forward mgl32.Vec4 // w: z
	Place   mgl32.Vec4 // middle in clip space, half a side; w: the image's texels along a side
	Bias    mgl32.Vec4 // normal offset, tangent, metres of rounding, near plane

	ShareRight mgl32.Vec4 // half a side of what shines of a rectangle in this frame; w: how many shares the lamp is in, 0: it shines whole
	ShareUp    mgl32.Vec4 // half the other; w: radius of what shines, metres
}

// endless stands in for the reach of lamps that end nowhere; its square is a number.
const endless = 1e18

// planLampShadows finds the lamps that cast shadows, and tells their blocks where their faces are.
func (w *world) planLampShadows() {
	faces := 0
	for i := range w.lamps {
		b := &w.lamps[i]
		if b.Shadow < 0 || len(w.draws.casters) == 0 || b.Intensity.Vec3().Len() == 0 {
			b.Shadow = -1
			continue
		}
		l := makeShadowLamp(b)
		l.first = faces
		w.changes(&l)
		b.Shadow = int32(2 * faces)
		if l.Faces == 6 {
			b.Shadow++
		}
		faces += l.Faces
		w.softLamps = w.softLamps || b.Kind == lightRect || b.Right[3] > 0
		w.shadowLamps = append(w.shadowLamps, l)
	}
	w.lampFaces = faces
}

// lampShadows are the shadows that lamps cast, as plans see them.
func (w *world) lampShadows() []scene.LampShadow {
	out := make([]scene.LampShadow, len(w.shadowLamps))
	for i := range out {
		out[i] = w.shadowLamps[i].LampShadow
	}
	return out
}

func makeShadowLamp(b *lightBlock) shadowLamp {
	position := b.Position.Vec3()
	l := shadowLamp{LampShadow: scene.LampShadow{Position: position, Slope: 1, Faces: 6, Source: scene.LampSource{Radius: b.Right[3]}}}
	around := b.Right[3] // of what shines
	bright := max(b.Intensity[0], b.Intensity[1], b.Intensity[2])
	if b.Kind == lightRect {
		wide, high := b.Right.Vec3().Len(), b.Up.Vec3().Len()
		bright *= 4 * wide * high
		around = wide + high
		l.Source = scene.LampSource{Right: b.Right.Vec3(), Up: b.Up.Vec3()}
	}
	l.share = l.Source.Whole()
	l.Reach, l.ball = scene.BrightReach(scene.Candela(bright)), position.Vec4(endless)
	if b.Position[3] > 0 {
		l.Reach = 1/float32(math.Sqrt(float64(b.Position[3]))) + around
		l.ball[3] = l.Reach
	}
	halfAngle := float32(math.Pi)
	if b.Kind == lightSpot {
		halfAngle = float32(math.Acos(float64(min(max(-b.Direction[3]/b.Intensity[3], -1), 1)))) + 1e-3
		if !scene.WideCone(halfAngle) {
			l.faces[0] = scene.SpotFace(position, b.Direction.Vec3(), halfAngle)
			l.Faces, l.Needed[0], l.Slope = 1, true, l.faces[0].Slope
			return l
		}
	}
	if b.Kind == lightRect && b.Flags&lightTwoSided == 0 {
		halfAngle = math.Pi / 2
	}
	l.faces = scene.PointFaces(position)
	for k := range l.faces {
		l.Needed[k] = l.faces[k].MeetsCone(b.Direction.Vec3(), halfAngle)
	}
	return l
}

// show makes the lamp's faces those of a share, and says whether they were not.
func (l *shadowLamp) show(share scene.LampShare) bool {
	if l.share == share {
		return false
	}
	l.share = share
	for k := range l.Faces {
		l.faces[k].Position = l.Position.Add(share.Middle)
	}
	if l.Faces == 1 {
		l.faces[0].Slope = l.Slope + share.Slope()
	}
	return true
}

// mostTests is for how many pairs of a lamp and an object it is found out whether the lamp has casters that
// change. Beyond it is taken for granted.
const mostTests = 50 << 20

// changes finds out whether what casts shadows in a lamp's light can change.
func (w *world) changes(l *shadowLamp) {
	p := w.population
	for i := range p.prototypes {
		t := &p.prototypes[i]
		varies, dithered := t.changes()
		if !varies && !dithered || l.varies == varies && l.dithered == dithered {
			continue
		}
		sure := w.lampTests < mostTests
		for k := t.first; k < t.first+t.count; k++ {
			w.lampTests++
			if !sure || scene.BallMeetsBox(l.Position, l.ball[3], p.bounds(k)) {
				l.varies, l.dithered = l.varies || varies, l.dithered || dithered
				break
			}
		}
	}
}

// changes says of what is drawn with a prototype whether what casts its shadow depends on the camera, and whether it may
// be drawn in part.
func (t *prototype) changes() (varies, dithered bool) { return !t.model || t.fade != nil, t.fades() }

// blocks writes the faces of lamps as a plan of their tiles has them. Faces without a tile are looked up by nobody.
func (w *world) faceBlocks(blocks []faceBlock, atlas *scene.LampAtlas) []faceBlock {
	blocks = blocks[:0]
	extent := float32(0)
	for i := range 8 {
		for _, x := range w.bounds.Corner(i) {
			extent = max(extent, x, -x)
		}
	}
	side := float32(atlas.Side)
	for i := range w.shadowLamps {
		l := &w.shadowLamps[i]
		for k := range l.Faces {
			tile, f := atlas.Tiles[l.first+k], &l.faces[k]
			right, up := l.share.Right.Vec4(float32(l.share.Of)), l.share.Up.Vec4(l.share.Radius)
			if tile.Size == 0 {
				x, y, z := f.Position.Elem()
				blocks = append(blocks, faceBlock{Right: mgl32.Vec4{0, 0, 0, x}, Up: mgl32.Vec4{0, 0, 0, y}, Forward: mgl32.Vec4{0, 0, 0, z},
					ShareRight: right, ShareUp: up})
				continue
			}
			t := f.Tangent(tile.Size)
			half := float32(tile.Size) / side
			blocks = append(blocks, faceBlock{
				Right: f.Right.Mul(1 / t).Vec4(f.Position[0]), Up: f.Up.Mul(1 / t).Vec4(f.Position[1]), Forward: f.Forward.Vec4(f.Position[2]),
				Place: mgl32.Vec4{2*float32(tile.X)/side + half - 1, 1 - 2*float32(tile.Y)/side - half, half, side},
				Bias:  mgl32.Vec4{f.NormalOffset(tile.Size), t, scene.LampDepthBias(extent, 0, 0), scene.LampNear},

				ShareRight: right, ShareUp: up,
			})
		}
	}
	return blocks
}
