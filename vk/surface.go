package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"slices"
)

// surface is what the device and the window system offer for a window.
type surface struct {
	minImages, maxImages int // max 0: no limit
	size                 [2]int
	free                 bool // the images may have any size from least to most, else they have size
	least, most          [2]int
	alpha, usage         uint32 // VkCompositeAlphaFlagsKHR, VkImageUsageFlags
	formats              []Format
	modes                []presentMode
}

// presentMode is VkPresentModeKHR.
type presentMode uint32

const (
	modeImmediate presentMode = iota
	modeMailbox
	modeFIFO
)

// A chainPlan is what is chosen from that.
type chainPlan struct {
	images        int
	width, height int
	format        Format
	mode          presentMode
	alpha         uint32
}

func surfaceOf(f *C.vkx_surface) *surface {
	s := &surface{
		minImages: int(f.min_images), maxImages: int(f.max_images),
		size: [2]int{int(f.width), int(f.height)}, free: f.width == ^C.uint32_t(0),
		least: [2]int{int(f.min_width), int(f.min_height)}, most: [2]int{int(f.max_width), int(f.max_height)},
		alpha: uint32(f.alpha), usage: uint32(f.usage),
	}
	for _, x := range f.formats[:f.n_formats] {
		s.formats = append(s.formats, Format(x))
	}
	for _, m := range f.modes[:f.n_modes] {
		s.modes = append(s.modes, presentMode(m))
	}
	return s
}

// plan chooses the images of a window of about this size, which is ErrNotReady where it has none, being minimised.
func (s *surface) plan(width, height int, vsync bool) (chainPlan, error) {
	c := chainPlan{images: s.minImages + 1, width: s.size[0], height: s.size[1]}
	if s.maxImages > 0 {
		c.images = min(c.images, s.maxImages)
	}
	if s.free {
		c.width, c.height = min(max(width, s.least[0]), s.most[0]), min(max(height, s.least[1]), s.most[1])
	}
	if c.width <= 0 || c.height <= 0 {
		return c, ErrNotReady
	}
	if s.usage&usageTransferDst == 0 {
		return c, errors.New("they cannot be copied to")
	}
	var ok bool
	if c.format, ok = first(s.formats, RGBA8, BGRA8, RGBA8SRGB, BGRA8SRGB); !ok {
		return c, errors.New("none has 8 bits a channel")
	}
	c.mode = modeFIFO // the one that there always is
	if m, ok := first(s.modes, modeImmediate, modeMailbox); ok && !vsync {
		c.mode = m
	}
	// Opaque, or else the first that there is.
	for c.alpha = 1; c.alpha < 1<<31 && s.alpha&c.alpha == 0; {
		c.alpha <<= 1
	}
	return c, nil
}

// first returns the first of the wanted that there is.
func first[T comparable](have []T, wanted ...T) (x T, ok bool) {
	for _, w := range wanted {
		if slices.Contains(have, w) {
			return w, true
		}
	}
	return x, false
}
