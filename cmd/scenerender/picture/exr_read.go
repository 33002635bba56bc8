package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"scenerender/scene/half"
)

// DecodeEXR reads OpenEXR as [EncodeEXR] and the simpler of other programs write
// it: scanlines, one part, no compression or ZIP or ZIPS, samples of any type.
// It takes the channels R, G, B and A if there is one, otherwise Y, otherwise Z,
// otherwise the only one. The picture is the data window; attributes of type
// string come back as metadata.
func DecodeEXR(r io.Reader) (*Float, []Pair, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, fmt.Errorf("OpenEXR: %w", err)
	}
	d := exrReader{rest: data}
	p, err := d.decode(data)
	if err != nil {
		return nil, nil, fmt.Errorf("OpenEXR: %w", err)
	}
	return p, d.metadata, nil
}

type exrReader struct {
	rest        []byte // of the header
	channels    []exrChannel
	compression int
	window      [4]int // x and y of the first, x and y of the last pixel
	metadata    []Pair
}

var errEXREnds = errors.New("file ends early")

func (d *exrReader) take(n int) ([]byte, error) {
	if n < 0 || n > len(d.rest) {
		return nil, errEXREnds
	}
	b := d.rest[:n:n]
	d.rest = d.rest[n:]
	return b, nil
}

// text reads up to a zero byte.
func (d *exrReader) text() (string, error) {
	n := bytes.IndexByte(d.rest[:min(len(d.rest), 256)], 0)
	if n < 0 {
		return "", errors.New("a name is not ended")
	}
	s := string(d.rest[:n])
	d.rest = d.rest[n+1:]
	return s, nil
}

func (d *exrReader) decode(data []byte) (*Float, error) {
	if err := d.header(); err != nil {
		return nil, err
	}
	w, h := d.window[2]-d.window[0]+1, d.window[3]-d.window[1]+1
	if w < 1 || h < 1 || w > MaxSide || h > MaxSide || w*h > MaxPixels {
		return nil, fmt.Errorf("size %d x %d is not in 1..%d or above %d pixels", w, h, MaxSide, MaxPixels)
	}
	p := &Float{Width: w, Height: h}
	if err := d.choose(p); err != nil {
		return nil, err
	}
	size := 0 // of a pixel
	for _, c := range d.channels {
		size += c.size()
	}
	ratio := 1
	lines := 1
	if d.compression != exrNone {
		ratio = 1032 // the most that deflate can do
	}
	if d.compression == exrZIP {
		lines = 16
	}
	if w*h*size/ratio > len(data) {
		return nil, fmt.Errorf("a file of %d bytes declares %d x %d pixels", len(data), w, h)
	}
	p.Pix = make([]float32, w*h*p.Channels)

	count := (h + lines - 1) / lines
	table, err := d.take(8 * count)
	if err != nil {
		return nil, err
	}
	raw := make([]byte, lines*w*size)
	seen := make([]bool, count)
	for i := range count {
		at := binary.LittleEndian.Uint64(table[8*i:])
		if at > uint64(len(data)) || uint64(len(data))-at < 8 {
			return nil, fmt.Errorf("block %d: %w", i, errEXREnds)
		}
		block := data[at:]
		line := int(int32(binary.LittleEndian.Uint32(block))) - d.window[1]
		length := uint64(binary.LittleEndian.Uint32(block[4:]))
		if length > uint64(len(block)-8) {
			return nil, fmt.Errorf("block %d: %w", i, errEXREnds)
		}
		if line < 0 || line >= h || line%lines != 0 || seen[line/lines] {
			return nil, fmt.Errorf("block %d: starts at line %d, which does not start one or is there twice", i, line)
		}
		seen[line/lines] = true
		rows := raw[:min(lines, h-line)*w*size]
		packed := block[8 : 8+length]
		switch {
		case len(packed) == len(rows):
			copy(rows, packed)
		case d.compression == exrNone || len(packed) > len(rows):
			return nil, fmt.Errorf("block %d: has %d bytes, want %d", i, len(packed), len(rows))
		default:
			if err := unpack(rows, packed); err != nil {
				return nil, fmt.Errorf("block %d: %w", i, err)
			}
		}
		d.samples(p, rows, line)
	}
	return p, nil
}

// samples puts the rows of a block in place.
func (d *exrReader) samples(p *Float, rows []byte, line int) {
	for ; len(rows) > 0; line++ {
		row := p.row(line)
		for _, c := range d.channels {
			n := c.size() * p.Width
			in := rows[:n]
			rows = rows[n:]
			if c.at < 0 {
				continue
			}
			for x := range p.Width {
				var v float32
				switch c.kind {
				case exrHalf:
					v = half.ToFloat32(binary.LittleEndian.Uint16(in[2*x:]))
				case exrFloat:
					v = math.Float32frombits(binary.LittleEndian.Uint32(in[4*x:]))
				case exrUint:
					v = float32(binary.LittleEndian.Uint32(in[4*x:]))
				}
				row[x*p.Channels+c.at] = v
			}
		}
	}
}

func (d *exrReader) header() error {
	start, err := d.take(8)
	if err != nil || binary.LittleEndian.Uint32(start) != exrMagic {
		return errors.New("is no OpenEXR file")
	}
	// Bit 10 allows long names, which we read anyhow; the others mean tiles,
	// deep samples and several parts.
	if v := binary.LittleEndian.Uint32(start[4:]); v&0xff != exrVersion || v&^(0xff|1<<10) != 0 {
		return fmt.Errorf("version and flags %#x are not supported, only scanlines of one part", v)
	}
	have := map[string]bool{}
	for {
		name, err := d.text()
		if err != nil {
			return err
		}
		if name == "" {
			break
		}
		if err := d.attribute(name); err != nil {
			return fmt.Errorf("attribute %q: %w", name, err)
		}
		if have[name] {
			return fmt.Errorf("attribute %q is there twice", name)
		}
		have[name] = true
	}
	for _, name := range []string{"channels", "compression", "dataWindow"} {
		if !have[name] {
			return fmt.Errorf("attribute %q is missing", name)
		}
	}
	return nil
}

func (d *exrReader) attribute(name string) error {
	kind, err := d.text()
	if err != nil {
		return err
	}
	size, err := d.take(4)
	if err != nil {
		return err
	}
	value, err := d.take(int(int32(binary.LittleEndian.Uint32(size))))
	if err != nil {
		return err
	}
	switch name + " " + kind {
	case "channels chlist":
		return d.channelList(value)
	case "compression compression":
		if len(value) != 1 || value[0] != exrNone && value[0] != exrZIPS && value[0] != exrZIP {
			return fmt.Errorf("%v is not supported, only none, ZIPS and ZIP", value)
		}
		d.compression = int(value[0])
	case "dataWindow box2i":
		if len(value) != 16 {
			return fmt.Errorf("has %d bytes, want 16", len(value))
		}
		for i := range d.window {
			d.window[i] = int(int32(binary.LittleEndian.Uint32(value[4*i:])))
		}
	case "channels " + kind, "compression " + kind, "dataWindow " + kind:
		return fmt.Errorf("has type %q", kind)
	case name + " string":
		d.metadata = append(d.metadata, Pair{name, string(value)})
	}
	return nil
}

func (d *exrReader) channelList(value []byte) error {
	list := exrReader{rest: value}
	for {
		name, err := list.text()
		if err != nil {
			return err
		}
		if name == "" {
			return nil
		}
		b, err := list.take(16)
		if err != nil {
			return err
		}
		kind := int32(binary.LittleEndian.Uint32(b))
		if kind < exrUint || kind > exrFloat {
			return fmt.Errorf("channel %q has type %d", name, kind)
		}
		if binary.LittleEndian.Uint32(b[8:]) != 1 || binary.LittleEndian.Uint32(b[12:]) != 1 {
			return fmt.Errorf("channel %q has fewer samples than pixels", name)
		}
		if len(d.channels) == 64 {
			return errors.New("more than 64 channels")
		}
		d.channels = append(d.channels, exrChannel{name: name, kind: kind, at: -1})
	}
}

// choose decides which channels make the picture.
func (d *exrReader) choose(p *Float) error {
	index := map[string]int{}
	for i, c := range d.channels {
		if _, ok := index[c.name]; ok {
			return fmt.Errorf("channel %q is there twice", c.name)
		}
		index[c.name] = i
	}
	for _, names := range [][]string{{"R", "G", "B", "A"}, {"R", "G", "B"}, {"Y"}, {"Z"}} {
		all := true
		for _, n := range names {
			_, ok := index[n]
			all = all && ok
		}
		if all {
			for at, n := range names {
				d.channels[index[n]].at = at
			}
			p.Channels = len(names)
			return nil
		}
	}
	if len(d.channels) != 1 {
		return fmt.Errorf("has %d channels, but neither R, G and B nor Y nor Z", len(d.channels))
	}
	d.channels[0].at = 0
	p.Channels = 1
	return nil
}
