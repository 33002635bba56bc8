package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"sync"

	"scenerender/scene/half"
)

// OpenEXR, scanlines, one part; numbers are little-endian. The layout is that of
// "OpenEXR File Layout" (Academy Software Foundation, openexr.com).
const (
	exrMagic   = 20000630
	exrVersion = 2

	exrNone = 0 // compression: none,
	exrZIPS = 2 // zlib by single line,
	exrZIP  = 3 // zlib by 16 lines

	exrUint  = 0 // sample types
	exrHalf  = 1
	exrFloat = 2
)

// exrChannels are the names by number of channels, in the order of the file
// (alphabetical), each with its place in a pixel of Float.
var exrChannels = map[int][]exrChannel{
	1: {{name: "Z", at: 0}},
	3: {{name: "B", at: 2}, {name: "G", at: 1}, {name: "R", at: 0}},
	4: {{name: "A", at: 3}, {name: "B", at: 2}, {name: "G", at: 1}, {name: "R", at: 0}},
}

type exrChannel struct {
	name string
	kind int32 // exrUint, exrHalf, exrFloat
	at   int   // place in a pixel, -1 for none
}

func (c exrChannel) size() int {
	if c.kind == exrHalf {
		return 2
	}
	return 4
}

// EncodeEXR writes OpenEXR: colours as 16-bit floats, or 32-bit ones if asked, a
// single channel as a 32-bit one named Z, compressed as ZIP unless asked not to.
// Finite values beyond 16 bits become the largest one, 65504, because infinity
// spoils what a filter touches. Metadata becomes attributes of type string.
func EncodeEXR(w io.Writer, p *Float, o Options) error {
	if err := ready(p, o); err != nil {
		return err
	}
	channels := append([]exrChannel(nil), exrChannels[p.Channels]...)
	for i := range channels {
		channels[i].kind = exrHalf
		if o.Float32 || p.Channels == 1 {
			channels[i].kind = exrFloat
		}
	}
	compression, lines := exrZIP, 16
	if o.Uncompressed {
		compression, lines = exrNone, 1
	}
	head, err := exrHeader(p, channels, byte(compression), o.Metadata)
	if err != nil {
		return err
	}

	blocks := make([][]byte, (p.Height+lines-1)/lines)
	zippers := sync.Pool{New: func() any { return newZipper() }}
	eachIndex(len(blocks), func(i int) {
		raw := exrRows(p, channels, i*lines, min((i+1)*lines, p.Height))
		if compression == exrZIP {
			z := zippers.Get().(*zipper)
			defer zippers.Put(z)                               // only when what pack gave has been copied
			if packed := z.pack(raw); len(packed) < len(raw) { // otherwise stored as it is
				raw = packed
			}
		}
		b := binary.LittleEndian.AppendUint32(make([]byte, 0, 8+len(raw)), uint32(i*lines))
		b = binary.LittleEndian.AppendUint32(b, uint32(len(raw)))
		blocks[i] = append(b, raw...)
	})

	at := uint64(len(head) + 8*len(blocks))
	for _, b := range blocks {
		head = binary.LittleEndian.AppendUint64(head, at)
		at += uint64(len(b))
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	for _, b := range blocks {
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// exrHeader is everything before the table of offsets.
func exrHeader(p *Float, channels []exrChannel, compression byte, metadata []Pair) ([]byte, error) {
	le := binary.LittleEndian
	h := le.AppendUint32(nil, exrMagic)
	h = le.AppendUint32(h, exrVersion)
	// Names that mean something to readers, though this file does without them.
	taken := map[string]bool{"name": true, "type": true, "version": true, "chunkCount": true, "tiles": true, "preview": true, "view": true}
	attribute := func(name, kind string, value []byte) {
		taken[name] = true
		h = append(h, name+"\x00"+kind+"\x00"...)
		h = le.AppendUint32(h, uint32(len(value)))
		h = append(h, value...)
	}
	numbers := func(v ...float32) (b []byte) {
		for _, f := range v {
			b = le.AppendUint32(b, math.Float32bits(f))
		}
		return b
	}

	var list []byte
	for _, c := range channels {
		list = append(list, c.name+"\x00"...)
		list = le.AppendUint32(list, uint32(c.kind))
		list = append(list, 0, 0, 0, 0) // not perceptually linear; reserved
		list = le.AppendUint32(list, 1) // every sample of x and y
		list = le.AppendUint32(list, 1)
	}
	attribute("channels", "chlist", append(list, 0))
	// Rec.709: red, green, blue, white.
	attribute("chromaticities", "chromaticities", numbers(0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329))
	attribute("compression", "compression", []byte{compression})
	window := le.AppendUint32(make([]byte, 8), uint32(p.Width-1))
	window = le.AppendUint32(window, uint32(p.Height-1))
	attribute("dataWindow", "box2i", window)
	attribute("displayWindow", "box2i", window)
	attribute("lineOrder", "lineOrder", []byte{0}) // from the top
	attribute("pixelAspectRatio", "float", numbers(1))
	attribute("screenWindowCenter", "v2f", numbers(0, 0))
	attribute("screenWindowWidth", "float", numbers(1))
	for _, m := range metadata {
		if taken[m.Name] {
			return nil, fmt.Errorf("metadata name %q is one of OpenEXR's own attributes", m.Name)
		}
		attribute(m.Name, "string", []byte(m.Value))
	}
	return append(h, 0), nil
}

// exrRows lays out rows from..to-1: by row, in it by channel, in it by pixel.
func exrRows(p *Float, channels []exrChannel, from, to int) []byte {
	size := 0
	for _, c := range channels {
		size += c.size()
	}
	out := make([]byte, 0, size*p.Width*(to-from))
	for y := from; y < to; y++ {
		row := p.row(y)
		for _, c := range channels {
			if c.kind == exrFloat {
				for x := c.at; x < len(row); x += p.Channels {
					out = binary.LittleEndian.AppendUint32(out, math.Float32bits(row[x]))
				}
				continue
			}
			for x := c.at; x < len(row); x += p.Channels {
				h := half.FromFloat32(row[x])
				if h&0x7fff == 0x7c00 && !math.IsInf(float64(row[x]), 0) {
					h-- // the largest finite one, of the same sign
				}
				out = binary.LittleEndian.AppendUint16(out, h)
			}
		}
	}
	return out
}

// zipper compresses blocks as ZIP does: bytes of even and of odd place apart,
// each as the difference to the one before, then zlib.
type zipper struct {
	z       *zlib.Writer
	out     bytes.Buffer
	shuffle []byte
}

func newZipper() *zipper {
	z := &zipper{}
	var err error
	if z.z, err = zlib.NewWriterLevel(&z.out, exrLevel); err != nil {
		panic("picture: " + err.Error()) // the level is a constant
	}
	return z
}

// exrLevel takes a third of the default level's time; files are 4 % larger
// (measured on two environment maps).
const exrLevel = 4

// pack compresses a block. The result is valid until the next call.
func (z *zipper) pack(raw []byte) []byte {
	z.shuffle = z.shuffle[:0]
	for i := 0; i < len(raw); i += 2 {
		z.shuffle = append(z.shuffle, raw[i])
	}
	for i := 1; i < len(raw); i += 2 {
		z.shuffle = append(z.shuffle, raw[i])
	}
	for i := len(z.shuffle) - 1; i > 0; i-- {
		z.shuffle[i] = z.shuffle[i] - z.shuffle[i-1] + 128
	}
	z.out.Reset()
	z.z.Reset(&z.out)
	// Writing to a buffer in memory does not fail.
	_, _ = z.z.Write(z.shuffle)
	_ = z.z.Close()
	return z.out.Bytes()
}

// unpack undoes pack; the block has exactly len(dst) bytes.
func unpack(dst, packed []byte) error {
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	shuffled := make([]byte, len(dst))
	if _, err := io.ReadFull(z, shuffled); err != nil {
		return err
	}
	for i := 1; i < len(shuffled); i++ {
		shuffled[i] += shuffled[i-1] - 128
	}
	half := (len(dst) + 1) / 2
	for i := range dst {
		if i%2 == 0 {
			dst[i] = shuffled[i/2]
		} else {
			dst[i] = shuffled[half+i/2]
		}
	}
	return nil
}
