package simplify

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"

	"scenerender/scene"
)

// A file of the cache, little-endian throughout:
//
//	magic     8 bytes
//	key       32 bytes, of what the levels are of
//	checksum  32 bytes, SHA-256 of all that follows
//	number of levels, number of primitives
//	for each level: error, color, normal, slide as float32
//	    for each primitive: number of vertices, number of indices,
//	        vertices as numbers in the primitive, indices into those
//
// Numbers are uint32. Attributes are not kept: whoever asks has them.
const magic = "SRLEVEL1"

const header = len(magic) + 2*sha256.Size

var errDamaged = errors.New("simplify: a damaged file of levels")

func encode(steps []step, key [sha256.Size]byte) []byte {
	data := make([]byte, header)
	copy(data, magic)
	copy(data[len(magic):], key[:])
	number := func(n uint32) { data = binary.LittleEndian.AppendUint32(data, n) }
	number(uint32(len(steps)))
	primitives := 0
	if len(steps) > 0 {
		primitives = len(steps[0].parts)
	}
	number(uint32(primitives))
	for _, s := range steps {
		for _, x := range []float32{s.Error, s.Color, s.Normal, s.Slide} {
			number(math.Float32bits(x))
		}
		for _, p := range s.parts {
			number(uint32(len(p.vertices)))
			number(uint32(len(p.indices)))
			for _, v := range p.vertices {
				number(v)
			}
			for _, i := range p.indices {
				number(i)
			}
		}
	}
	sum := sha256.Sum256(data[header:])
	copy(data[header-sha256.Size:], sum[:])
	return data
}

// decode reads what encode made for the same primitives. Whatever data is, a result is valid for them.
func decode(data []byte, key [sha256.Size]byte, primitives []*scene.Primitive) ([]step, error) {
	if len(data) < header || string(data[:len(magic)]) != magic ||
		[sha256.Size]byte(data[len(magic):]) != key ||
		[sha256.Size]byte(data[header-sha256.Size:]) != sha256.Sum256(data[header:]) {
		return nil, errDamaged
	}
	r := reader{rest: data[header:]}
	levels, parts := r.number(), r.number()
	if levels > 8 || levels > 0 && int(parts) != len(primitives) {
		return nil, errDamaged
	}
	var steps []step
	for range levels {
		s := step{Deviation: Deviation{r.float(), r.float(), r.float(), r.float()}}
		for _, p := range primitives {
			v, i := r.number(), r.number()
			l := part{vertices: r.numbers(v, len(p.Positions)), indices: r.numbers(i, int(v))}
			r.bad = r.bad || i%3 != 0
			s.parts = append(s.parts, l)
		}
		steps = append(steps, s)
	}
	if r.bad || len(r.rest) > 0 {
		return nil, errDamaged
	}
	return steps, nil
}

// A reader takes numbers off a file. After the first that is not there it is bad.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) number() uint32 {
	if len(r.rest) < 4 {
		r.bad = true
		return 0
	}
	n := binary.LittleEndian.Uint32(r.rest)
	r.rest = r.rest[4:]
	return n
}

func (r *reader) float() float32 { return math.Float32frombits(r.number()) }

// numbers reads n numbers that are below a bound, nil for none.
func (r *reader) numbers(n uint32, below int) []uint32 {
	if uint64(len(r.rest)) < 4*uint64(n) {
		r.bad = true
	}
	if r.bad || n == 0 {
		return nil
	}
	list := make([]uint32, n)
	for i := range list {
		list[i] = r.number()
		r.bad = r.bad || int(list[i]) >= below
	}
	return list
}
