package scene

import (
	_ "embed"
	"encoding/binary"
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// An LTC is a linearly transformed cosine: a lobe whose integral over any polygon is in closed form
// (Heitz, Dupuy, Hill and Neubelt, "Real-Time Polygonal-Light Shading with Linearly Transformed
// Cosines", SIGGRAPH 2016). It stands for the GGX reflection of one roughness towards one viewer,
// without Fresnel's factor and divided by its integral.
//
// Its matrix takes a direction to where the lobe is a clamped cosine about Z. Up to a factor that
// does not matter it is
//
//	 a  0  b
//	 0  1  0
//	α·c 0 α·d
//
// in the frame of the mirrored view: Z along it, Y across the plane of normal and view, X towards
// the normal. Both that frame and α, the square of the roughness, differ from the paper: with them the
// four numbers hardly change where surfaces are smooth, so that few cells and half floats are enough.
type LTC [4]float64 // a, b, c, d

// MinRoughness is the smallest perceptual roughness that is drawn; it keeps the peak of highlights
// inside single precision.
const MinRoughness = 0.045

// LTCSize is the side of the table.
const LTCSize = 32

// ltc.bin is the table as 32-bit floats, little endian, row by row, four a cell. TestFitLTC makes it.
//
//go:embed ltc.bin
var ltcFile []byte

// LTCTable returns the numbers of all cells, row by row, four a cell.
func LTCTable() []float32 {
	out := make([]float32, len(ltcFile)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(ltcFile[4*i:]))
	}
	return out
}

// ltcCell is what a cell of a table of a size stands for: columns go with √(1 - n·v) from 0 to 1,
// rows with roughness from MinRoughness to 1.
func ltcCell(x, y, size int) (nDotV, roughness float64) {
	u := float64(x) / float64(size-1)
	return max(1-u*u, 1e-3), MinRoughness + (1-MinRoughness)*float64(y)/float64(size-1)
}

// LTCAt returns the lobe of a surface, interpolated as a texture is.
func LTCAt(nDotV, roughness float64) (l LTC) {
	x := math.Sqrt(min(max(1-nDotV, 0), 1)) * (LTCSize - 1)
	y := min(max(roughness-MinRoughness, 0)/(1-MinRoughness), 1) * (LTCSize - 1)
	i, j := min(int(x), LTCSize-2), min(int(y), LTCSize-2)
	x, y = x-float64(i), y-float64(j)
	for k, weight := range [4]float64{(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y} {
		cell := ltcFile[16*((j+k/2)*LTCSize+i+k%2):]
		for c := range l {
			l[c] += weight * float64(math.Float32frombits(binary.LittleEndian.Uint32(cell[4*c:])))
		}
	}
	return l
}

// Matrix returns the lobe's matrix, from the frame with the normal as Z and the viewer in XZ on the
// side of X.
func (l LTC) Matrix(nDotV, roughness float64) mgl64.Mat3 {
	sine := math.Sqrt(1 - nDotV*nDotV)
	alpha := roughness * roughness
	mirror := mgl64.Mat3FromRows(mgl64.Vec3{nDotV, 0, sine}, mgl64.Vec3{0, 1, 0}, mgl64.Vec3{-sine, 0, nDotV})
	return mgl64.Mat3FromRows(mgl64.Vec3{l[0], 0, l[1]}, mgl64.Vec3{0, 1, 0}, mgl64.Vec3{alpha * l[2], 0, alpha * l[3]}).Mul3(mirror)
}

// Above returns the share of the lobe that is above the surface, 0.98 to 1; what is fitted to has nothing below. The
// horizon's normal n becomes M⁻ᵀ·n where the lobe is a cosine, and a plane whose normal is β off Z leaves (1 + cos β)/2 of
// that.
func (l LTC) Above(nDotV, roughness float64) float64 {
	sine := math.Sqrt(1 - nDotV*nDotV)
	alpha := roughness * roughness
	x, z := alpha*(l[3]*sine-l[2]*nDotV), l[0]*nDotV-l[1]*sine
	return 0.5 + 0.5*z/math.Hypot(x, z)
}
