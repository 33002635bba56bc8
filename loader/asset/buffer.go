package asset

import (
	"strconv"
	"sync/atomic"

	"github.com/qmuntal/gltf"
)

// buffers are a document's buffers with their bytes.
type buffers struct {
	doc    *document
	report *report
	files  *files
	dir    string // of the file
	glb    bool
	bin    []byte // the container's binary chunk
	lim    limits

	data     [][]byte // nil where a buffer has none; otherwise at least byteLength bytes
	zeros    atomic.Int64
	vertices atomic.Int64
	bytes    atomic.Int64
}

// load reads every buffer that a view refers to, and checks the views against them.
func (b *buffers) load() {
	used := make([]bool, len(b.doc.buffers))
	for _, v := range b.doc.views {
		if v != nil {
			used[v.Buffer] = true
		}
	}
	b.data = make([][]byte, len(b.doc.buffers))
	for i, buf := range b.doc.buffers {
		if buf == nil {
			continue
		}
		data, ok := b.bufferData(i, buf, used[i])
		if !ok {
			b.doc.buffers[i] = nil
			continue
		}
		if data != nil && len(data) < buf.ByteLength {
			b.report.fail("buffers["+strconv.Itoa(i)+"]", "declares %d bytes, but there are %d", buf.ByteLength, len(data))
			b.doc.buffers[i] = nil
			continue
		}
		if data != nil {
			b.data[i] = data[:buf.ByteLength:buf.ByteLength]
		}
	}
	for i, v := range b.doc.views {
		if v == nil {
			continue
		}
		buf := b.doc.buffers[v.Buffer]
		if buf == nil {
			b.doc.views[i] = nil
			continue
		}
		if v.ByteOffset > buf.ByteLength || v.ByteLength > buf.ByteLength-v.ByteOffset {
			b.report.fail("bufferViews["+strconv.Itoa(i)+"]", "bytes %d to %d are not in buffers[%d], which has %d",
				v.ByteOffset, v.ByteOffset+v.ByteLength, v.Buffer, buf.ByteLength)
			b.doc.views[i] = nil
		}
	}
}

// bufferData returns the bytes of a buffer; nil, true where it has none.
func (b *buffers) bufferData(i int, buf *gltf.Buffer, used bool) ([]byte, bool) {
	place := "buffers[" + strconv.Itoa(i) + "]"
	uri := buf.URI
	buf.URI = "" // a data URI is large and not needed again
	switch {
	case uri == "" && b.glb && i == 0:
		if b.bin == nil {
			b.report.fail(place, "has no uri, and the file has no binary chunk")
			return nil, false
		}
		if extra := len(b.bin) - buf.ByteLength; extra > 3 {
			b.report.warn(place, "the binary chunk is %d bytes longer than the buffer", extra)
		}
		return b.bin, true
	case uri == "":
		if used {
			b.report.warn(place, "has no uri: its content is taken as zeros")
		}
		return nil, true
	case isData(uri):
		data, err := decodeData(uri)
		if err != nil {
			b.report.failFor(err, place+".uri", "%v", err)
		}
		return data, err == nil
	}
	if err := checkURI(uri); err != nil {
		b.report.failFor(err, place+".uri", "%q %v", shorten(uri), err)
		return nil, false
	}
	name, err := resolveURI(b.dir, uri)
	if err != nil {
		if !used {
			b.report.warn(place+".uri", "%q: %v; nothing uses the buffer", shorten(uri), err)
			return nil, true
		}
		b.report.failFor(err, place+".uri", "%q: %v", shorten(uri), err)
		return nil, false
	}
	if !used {
		b.report.warn(place, "nothing uses it, so it is not read")
		return nil, true
	}
	data, err := b.files.read(name, b.lim.fileBytes)
	if err != nil {
		b.report.failFor(err, place+".uri", "%v", err)
	}
	return data, err == nil
}

// view returns the bytes of a view; nil where its buffer has none.
func (b *buffers) view(i int) []byte {
	v := b.doc.views[i]
	data := b.data[v.Buffer]
	if data == nil {
		return nil
	}
	return data[v.ByteOffset : v.ByteOffset+v.ByteLength]
}
