package asset

import (
	"encoding/binary"
	"fmt"
	"image"
)

// checkWebPFrame compares the size of the picture inside an extended WebP file with that of
// its canvas. The decoder reports the canvas and then decodes the picture, whatever its size.
func checkWebPFrame(data []byte, canvas image.Config) error {
	const header = 12 // RIFF, length, WEBP
	for rest := data[min(header, len(data)):]; len(rest) >= 8; {
		kind, size := string(rest[:4]), int64(binary.LittleEndian.Uint32(rest[4:]))
		body := rest[8:]
		if size < int64(len(body)) {
			body = body[:size]
		}
		w, h := canvas.Width, canvas.Height
		switch {
		case kind == "VP8L" && len(body) >= 5: // WebP Lossless Bitstream, section 3
			bits := binary.LittleEndian.Uint32(body[1:])
			w, h = 1+int(bits&0x3fff), 1+int(bits>>14&0x3fff)
		case kind == "VP8 " && len(body) >= 10: // RFC 6386, section 9.1
			w, h = int(binary.LittleEndian.Uint16(body[6:])&0x3fff), int(binary.LittleEndian.Uint16(body[8:])&0x3fff)
		}
		if w != canvas.Width || h != canvas.Height {
			return fmt.Errorf("holds a picture of %d x %d pixels in a file of %d x %d", w, h, canvas.Width, canvas.Height)
		}
		skip := 8 + size + size%2
		if skip >= int64(len(rest)) {
			break
		}
		rest = rest[skip:]
	}
	return nil
}
