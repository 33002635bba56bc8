package vk

// #include <stdlib.h>
// #include "shim.h"
import "C"

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// The pipeline cache file is a header of our own before what vkGetPipelineCacheData gives. Vulkan's own header
// names the device but guards nothing against a truncated or damaged file, and drivers have crashed on those.
//
//	magic, format version | vendor, device, driver version, cache UUID | length, SHA-256 of the payload | payload
const (
	cacheMagic   = "scenerender pipelines\x00\x00\x01" // the last byte is the format's version
	cacheHeader  = len(cacheMagic) + 4*3 + 16 + 8 + sha256.Size
	maxCacheSize = 1 << 30 // bytes
)

// cacheIdentity is what must not have changed for a driver to be shown its old data.
type cacheIdentity struct {
	vendor, device, driver uint32
	uuid                   [16]byte
}

// encodeCache puts the header before a payload.
func encodeCache(id cacheIdentity, payload []byte) []byte {
	b := make([]byte, 0, cacheHeader+len(payload))
	b = append(b, cacheMagic...)
	b = binary.LittleEndian.AppendUint32(b, id.vendor)
	b = binary.LittleEndian.AppendUint32(b, id.device)
	b = binary.LittleEndian.AppendUint32(b, id.driver)
	b = append(b, id.uuid[:]...)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(payload)))
	sum := sha256.Sum256(payload)
	b = append(b, sum[:]...)
	return append(b, payload...)
}

// decodeCache returns the payload of a file that is whole and was made by this driver for this device.
func decodeCache(id cacheIdentity, file []byte) ([]byte, error) {
	if len(file) < cacheHeader {
		return nil, errors.New("shorter than its header")
	}
	payload := file[cacheHeader:]
	want := encodeCache(id, payload)[:cacheHeader]
	switch at := mismatch(want, file[:cacheHeader]); {
	case at < 0:
		return payload, nil
	case at < len(cacheMagic):
		return nil, errors.New("not a pipeline cache of this version")
	case at < len(cacheMagic)+4*3+16:
		return nil, errors.New("made by another driver or for another device")
	default:
		return nil, errors.New("damaged")
	}
}

// mismatch is the first place where a and b differ, -1 when they are equal.
func mismatch(a, b []byte) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// pipelineCache is the device's VkPipelineCache and its file. Vulkan synchronises it, so pipelines may be created
// from several goroutines.
//
// lavapipe (Mesa 22.3) stores nothing in it but the 32 bytes of Vulkan's header; what it keeps is in Mesa's own
// cache (see NewCompute).
type pipelineCache struct {
	d      *Device
	handle vulkan.PipelineCache
	path   string // "" without a file
	id     cacheIdentity
	loaded []byte // payload of the file, nil where it could not be used
}

func (d *Device) openCache(dir string) (*pipelineCache, error) {
	f := &d.facts
	c := &pipelineCache{d: d}
	c.id = cacheIdentity{vendor: uint32(f.vendor), device: uint32(f.device), driver: uint32(f.driver_version)}
	for i := range c.id.uuid {
		c.id.uuid[i] = byte(f.cache_uuid[i])
	}
	if dir != "" {
		c.path = filepath.Join(dir, fmt.Sprintf("pipelines-%04x-%04x.bin", c.id.vendor, c.id.device))
		// A file that cannot be used costs time, not correctness: save writes a new one.
		if s, err := os.Stat(c.path); err == nil && s.Size() <= maxCacheSize {
			if file, err := os.ReadFile(c.path); err == nil {
				c.loaded, _ = decodeCache(c.id, file)
			}
		}
	}
	info := vulkan.PipelineCacheCreateInfo{SType: vulkan.StructureTypePipelineCacheCreateInfo}
	if len(c.loaded) > 0 {
		p := C.CBytes(c.loaded)
		defer C.free(p)
		info.InitialDataSize, info.PInitialData = uint(len(c.loaded)), p
	}
	var h vulkan.PipelineCache
	r := vulkan.CreatePipelineCache(d.handle, &info, nil, &h)
	info.Free()
	c.handle = h
	return c, failure("create pipeline cache", c.path, r)
}

// data is what the driver wants to see again.
func (c *pipelineCache) data() ([]byte, error) {
	var n uint
	r := vulkan.GetPipelineCacheData(c.d.handle, c.handle, &n, nil)
	if r < 0 || n == 0 {
		return nil, failure("read pipeline cache", c.path, r)
	}
	p := C.malloc(C.size_t(n))
	defer C.free(p)
	if r = vulkan.GetPipelineCacheData(c.d.handle, c.handle, &n, p); r < 0 {
		return nil, failure("read pipeline cache", c.path, r)
	}
	return bytes.Clone(unsafe.Slice((*byte)(p), int(n))), nil
}

// save replaces the file, atomically, when the driver has something new to say.
func (c *pipelineCache) save() error {
	if c.path == "" {
		return nil
	}
	payload, err := c.data()
	if err != nil || c.loaded != nil && bytes.Equal(payload, c.loaded) {
		return err
	}
	// A cache that cannot be kept costs the next start some time. What was drawn is no worse for it.
	_ = writeFile(c.path, encodeCache(c.id, payload))
	return nil
}

// writeFile makes path hold data or what it held before, whatever happens meanwhile.
func writeFile(path string, data []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
