package asset

import (
	"encoding/binary"
	"path"
	"strings"
)

const (
	glbMagic  = 0x46546C67 // "glTF"
	chunkJSON = 0x4E4F534A // "JSON"
	chunkBIN  = 0x004E4942 // "BIN\0"
)

// looksLikeGLB tells the container from plain JSON by its content; an empty file by its name.
func looksLikeGLB(data []byte, name string) bool {
	if len(data) >= 4 {
		return binary.LittleEndian.Uint32(data) == glbMagic
	}
	return strings.EqualFold(path.Ext(name), ".glb")
}

// splitGLB returns the JSON and the binary chunk of a container (glTF 2.0, section 4.4); bin
// is nil where there is none. The parts share data's memory.
func splitGLB(data []byte, r *report) (text, bin []byte) {
	u32 := binary.LittleEndian.Uint32
	if len(data) < 12 {
		r.fail("", "the GLB header is cut off: %d of 12 bytes", len(data))
		return nil, nil
	}
	if v := u32(data[4:]); v != 2 {
		r.fail("", "GLB version %d is not supported, only 2", v)
		return nil, nil
	}
	total := uint64(u32(data[8:]))
	switch {
	case total < 12:
		r.fail("", "the GLB header declares a length of %d bytes", total)
		return nil, nil
	case total > uint64(len(data)):
		r.fail("", "the file is cut off: %d of the declared %d bytes", len(data), total)
		return nil, nil
	case total < uint64(len(data)):
		r.fail("", "%d bytes follow the declared length of %d", uint64(len(data))-total, total)
		return nil, nil
	}
	binSeen := false
	rest := data[12:]
	for i := 0; len(rest) > 0; i++ {
		if len(rest) < 8 {
			r.fail("", "the header of chunk %d is cut off: %d of 8 bytes", i, len(rest))
			return nil, nil
		}
		size, kind := uint64(u32(rest)), u32(rest[4:])
		rest = rest[8:]
		if size%4 != 0 {
			r.fail("", "the length of chunk %d, %d, is not a multiple of 4", i, size)
		}
		if size > uint64(len(rest)) {
			r.fail("", "chunk %d is cut off: %d of %d bytes", i, len(rest), size)
			return nil, nil
		}
		body := rest[:size:size]
		rest = rest[size:]
		if i == 0 && kind != chunkJSON {
			r.fail("", "the first chunk must be JSON, not type %#08x", kind)
		}
		switch kind {
		case chunkJSON:
			if i > 0 {
				r.fail("", "chunk %d is a second JSON chunk", i)
			}
			if size == 0 {
				r.fail("", "the JSON chunk is empty")
			}
			if i == 0 {
				text = body
			}
		case chunkBIN:
			if binSeen {
				r.fail("", "chunk %d is a second binary chunk", i)
			} else if i > 1 {
				r.fail("", "chunk %d is the binary chunk, which must be the second one", i)
			}
			binSeen = true
			bin = body
		default:
			r.warn("", "chunk %d has the unknown type %#08x", i, kind)
		}
	}
	if text == nil && !r.failed() {
		r.fail("", "there is no JSON chunk")
	}
	return text, bin
}
