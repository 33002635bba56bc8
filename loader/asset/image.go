package asset

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // decoders, told apart by their first bytes
	_ "image/png"
	"os"
	"path"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	_ "golang.org/x/image/webp"

	"scenerender/scene"
)

// OpenImage reads a PNG, JPEG or WebP picture from root; srgb says that its colour is meant to
// be looked at, which is not so for normals, roughness and the like. The error is an *Invalid
// where the file is to blame, and otherwise wraps what the operating system said.
func OpenImage(root *os.Root, name string, srgb bool) (scene.Image, error) {
	data, err := readFile(root, path.Clean(strings.ReplaceAll(name, "\\", "/")), defaultLimits.fileBytes)
	if err != nil {
		return scene.Image{}, err
	}
	img, err := decodeImage(data, defaultLimits, nil)
	if err != nil {
		return scene.Image{}, &Invalid{Problems: []Problem{{File: name, Message: err.Error(), cause: err}}}
	}
	return scene.Image{Name: name, Width: img.Rect.Dx(), Height: img.Rect.Dy(), Pix: img.Pix, SRGB: srgb}, nil
}

// An imageLoader reads the images that materials use, and looks at the headers of others that
// are inside the file. It has a report of its own, as it runs beside the reading of meshes.
type imageLoader struct {
	doc    *document
	data   *buffers
	report *report
	lim    limits
	pixels atomic.Int64
}

func newImageLoader(doc *document, data *buffers, r *report, lim limits) *imageLoader {
	return &imageLoader{doc: doc, data: data, report: &report{file: r.file}, lim: lim}
}

// load fills a.Images and a.Textures.
func (l *imageLoader) load(a *Asset) {
	used := make([]bool, len(l.doc.images))
	for _, u := range l.doc.uses.images {
		used[u.image] = true
	}
	decoded := make([]*image.NRGBA, len(l.doc.images))
	reports := make([]report, len(l.doc.images))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(l.doc.images)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(decoded); i = int(next.Add(1)) - 1 {
				reports[i].file = l.report.file
				decoded[i] = l.decode(i, used[i], &reports[i])
			}
		})
	}
	wg.Wait()
	for i := range reports {
		l.report.add(&reports[i])
	}
	if l.report.failed() {
		return
	}
	a.Textures = l.doc.uses.textures
	a.Images = make([]scene.Image, len(l.doc.uses.images))
	for i, u := range l.doc.uses.images {
		img := decoded[u.image]
		if img == nil {
			continue // broken, and reported while the document was read
		}
		a.Images[i] = scene.Image{
			Name:  l.doc.images[u.image].Name,
			Width: img.Rect.Dx(), Height: img.Rect.Dy(), Pix: img.Pix, SRGB: u.use.srgb,
		}
		if u.use.gloss {
			a.Images[i].Pix = roughnessFromGloss(img.Pix, u.use.scale)
		}
	}
}

// decode returns image i, or nil where it is broken or, after a look at its header, not used.
func (l *imageLoader) decode(i int, used bool, r *report) *image.NRGBA {
	m := l.doc.images[i]
	if m == nil {
		return nil
	}
	place := "images[" + strconv.Itoa(i) + "]"
	data, err := l.bytes(m.URI, m.BufferView, used)
	if err != nil {
		if m.BufferView == nil {
			place += ".uri"
		}
		r.failFor(err, place, "%v", err)
		return nil
	}
	if m.Name == "" && m.URI != "" && !isData(m.URI) {
		m.Name = m.URI
	}
	if data == nil {
		if used {
			r.fail(place, "has no data")
		}
		return nil
	}
	if !used {
		if _, err := checkImage(data, l.lim); err != nil {
			r.failFor(err, place, "%v", err)
		}
		return nil
	}
	img, err := decodeImage(data, l.lim, &l.pixels)
	if err != nil {
		r.failFor(err, place, "%v", err)
		return nil
	}
	return img
}

// bytes returns an image's file; nil where its buffer has no data or is broken, or where it is
// outside and not used.
func (l *imageLoader) bytes(uri string, view *int, used bool) ([]byte, error) {
	if view != nil {
		if l.doc.views[*view] == nil {
			return nil, nil
		}
		return l.data.view(*view), nil
	}
	if isData(uri) {
		return decodeData(uri)
	}
	if err := checkURI(uri); err != nil {
		return nil, fmt.Errorf("%q %w", shorten(uri), err)
	}
	if !used {
		return nil, nil
	}
	name, err := resolveURI(l.data.dir, uri)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", shorten(uri), err)
	}
	return l.data.files.read(name, l.lim.fileBytes)
}

// checkImage reads an image's header and compares its size with the limits.
func checkImage(data []byte, lim limits) (image.Config, error) {
	c, kind, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case errors.Is(err, image.ErrFormat):
		return c, errors.New("is not a PNG, JPEG or WebP picture")
	case err != nil:
		return c, fmt.Errorf("has a broken header: %w", err)
	case kind != "png" && kind != "jpeg" && kind != "webp":
		return c, fmt.Errorf("is a %s picture, only PNG, JPEG and WebP are read", kind)
	case c.Width < 1 || c.Height < 1:
		return c, fmt.Errorf("is empty: %d x %d pixels", c.Width, c.Height)
	case c.Width > lim.imageSide || c.Height > lim.imageSide || c.Width*c.Height > lim.imagePixels:
		return c, fmt.Errorf("has %d x %d pixels; at most %d a side and %d in all are read", c.Width, c.Height, lim.imageSide, lim.imagePixels)
	}
	if kind == "webp" {
		return c, checkWebPFrame(data, c)
	}
	return c, nil
}

// decodeImage decodes after checking the size, counting pixels in total where it is not nil.
func decodeImage(data []byte, lim limits, total *atomic.Int64) (img *image.NRGBA, err error) {
	c, err := checkImage(data, lim)
	if err != nil {
		return nil, err
	}
	if total != nil && total.Add(int64(c.Width*c.Height)) > int64(lim.totalPixels) {
		return nil, fmt.Errorf("the images of the file have more than %d pixels together", lim.totalPixels)
	}
	// The decoders are other people's code, and the bytes are anybody's.
	defer func() {
		if p := recover(); p != nil {
			img, err = nil, fmt.Errorf("cannot be decoded: %v", p)
		}
	}()
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("cannot be decoded: %w", err)
	}
	return straight(decoded), nil
}

// straight converts to 8 bits a channel with straight alpha. What a decoder returns with
// straight alpha never passes through premultiplied colour, which would lose it where alpha
// is small. 16-bit channels keep their upper byte, rounded.
func straight(src image.Image) *image.NRGBA {
	b := src.Bounds()
	dst := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	switch s := src.(type) {
	case *image.NRGBA:
		if s.Stride == dst.Stride && b.Min == (image.Point{}) {
			return s
		}
		for y := range b.Dy() {
			copy(dst.Pix[y*dst.Stride:][:dst.Stride], s.Pix[y*s.Stride:])
		}
	case *image.RGBA:
		// PNG without alpha: straight and premultiplied are the same. Others go the slow way.
		if !s.Opaque() {
			slow(dst, src)
			break
		}
		for y := range b.Dy() {
			copy(dst.Pix[y*dst.Stride:][:dst.Stride], s.Pix[y*s.Stride:])
		}
	case *image.Gray:
		for y := range b.Dy() {
			row, to := s.Pix[y*s.Stride:][:b.Dx()], dst.Pix[y*dst.Stride:]
			for x, g := range row {
				p := to[4*x:][:4]
				p[0], p[1], p[2], p[3] = g, g, g, 255
			}
		}
	case *image.Gray16:
		for y := range b.Dy() {
			row, to := s.Pix[y*s.Stride:], dst.Pix[y*dst.Stride:]
			for x := range b.Dx() {
				g, p := round16(row[2*x], row[2*x+1]), to[4*x:][:4]
				p[0], p[1], p[2], p[3] = g, g, g, 255
			}
		}
	case *image.NRGBA64:
		for y := range b.Dy() {
			row, to := s.Pix[y*s.Stride:], dst.Pix[y*dst.Stride:]
			for i := range 4 * b.Dx() {
				to[i] = round16(row[2*i], row[2*i+1])
			}
		}
	case *image.RGBA64:
		if !s.Opaque() {
			slow(dst, src)
			break
		}
		for y := range b.Dy() {
			row, to := s.Pix[y*s.Stride:], dst.Pix[y*dst.Stride:]
			for i := range 4 * b.Dx() {
				to[i] = round16(row[2*i], row[2*i+1])
			}
		}
	case *image.Paletted:
		var palette [256][4]byte
		for i, c := range s.Palette {
			n := color.NRGBAModel.Convert(c).(color.NRGBA)
			palette[i] = [4]byte{n.R, n.G, n.B, n.A}
		}
		for y := range b.Dy() {
			row, to := s.Pix[y*s.Stride:][:b.Dx()], dst.Pix[y*dst.Stride:]
			for x, i := range row {
				copy(to[4*x:], palette[i][:])
			}
		}
	case *image.YCbCr:
		draw.Draw(asOpaque(dst), dst.Rect, src, b.Min, draw.Src)
	case *image.NYCbCrA: // WebP with alpha
		draw.Draw(asOpaque(dst), dst.Rect, &s.YCbCr, b.Min, draw.Src)
		for y := range b.Dy() {
			row, to := s.A[y*s.AStride:][:b.Dx()], dst.Pix[y*dst.Stride:]
			for x, a := range row {
				to[4*x+3] = a
			}
		}
	default:
		slow(dst, src)
	}
	return dst
}

// asOpaque shares dst's memory as the type that package draw converts YCbCr to quickly. The
// two types agree where alpha is 255, which YCbCr always is.
func asOpaque(dst *image.NRGBA) *image.RGBA {
	return &image.RGBA{Pix: dst.Pix, Stride: dst.Stride, Rect: dst.Rect}
}

// slow converts pixel by pixel, without loss where the source is straight itself.
func slow(dst *image.NRGBA, src image.Image) {
	b := src.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			c := color.NRGBAModel.Convert(src.At(b.Min.X+x, b.Min.Y+y)).(color.NRGBA)
			copy(dst.Pix[dst.PixOffset(x, y):], []byte{c.R, c.G, c.B, c.A})
		}
	}
}

// round16 rounds a big-endian 16-bit fraction to 8 bits: 255·v/65535.
func round16(hi, lo byte) byte {
	return byte((uint32(hi)<<8 | uint32(lo) + 128) / 257)
}

// roughnessFromGloss makes a metallic-roughness picture of a specular-glossiness one: green is
// 1 - factor·alpha, blue 0.
func roughnessFromGloss(pix []byte, factor float32) []byte {
	out := make([]byte, len(pix))
	for i := 0; i+3 < len(pix); i += 4 {
		out[i+1] = byte(255 - factor*float32(pix[i+3]) + 0.5)
		out[i+3] = 255
	}
	return out
}
