package vk

import (
	"errors"
	"testing"
)

// offered is a surface as X11 has them: of the window's size, and blue first.
func offered() surface {
	return surface{minImages: 3, size: [2]int{640, 480}, alpha: 1 | 8, usage: usageTransferDst | imageColor,
		formats: []Format{BGRA8SRGB, BGRA8}, modes: []presentMode{modeImmediate, modeMailbox, modeFIFO}}
}

func TestSwapchainPlan(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*surface)
		vsync  bool
		want   chainPlan
		err    error
	}{
		{"as X11", func(*surface) {}, true, chainPlan{4, 640, 480, BGRA8, modeFIFO, 1}, nil},
		{"without vsync", func(*surface) {}, false, chainPlan{4, 640, 480, BGRA8, modeImmediate, 1}, nil},
		{"mailbox at most", func(s *surface) { s.modes = []presentMode{modeFIFO, modeMailbox} }, false, chainPlan{4, 640, 480, BGRA8, modeMailbox, 1}, nil},
		{"nothing but FIFO", func(s *surface) { s.modes = []presentMode{modeFIFO} }, false, chainPlan{4, 640, 480, BGRA8, modeFIFO, 1}, nil},
		{"two images at most", func(s *surface) { s.minImages, s.maxImages = 2, 2 }, true, chainPlan{2, 640, 480, BGRA8, modeFIFO, 1}, nil},
		{"red first", func(s *surface) { s.formats = []Format{BGRA8, RGBA8SRGB, RGBA8} }, true, chainPlan{4, 640, 480, RGBA8, modeFIFO, 1}, nil},
		{"sRGB only", func(s *surface) { s.formats = []Format{RGBA16F, BGRA8SRGB} }, true, chainPlan{4, 640, 480, BGRA8SRGB, modeFIFO, 1}, nil},
		{"never opaque", func(s *surface) { s.alpha = 8 }, true, chainPlan{4, 640, 480, BGRA8, modeFIFO, 8}, nil},
		{"of any size", func(s *surface) { s.free, s.least, s.most = true, [2]int{1, 1}, [2]int{300, 4096} }, true, chainPlan{4, 300, 200, BGRA8, modeFIFO, 1}, nil},
		{"minimised", func(s *surface) { s.size = [2]int{} }, true, chainPlan{}, ErrNotReady},
	} {
		s := offered()
		c.change(&s)
		got, err := s.plan(400, 200, c.vsync)
		if !errors.Is(err, c.err) || err == nil && got != c.want {
			t.Errorf("%s: %+v, %v; want %+v, %v", c.name, got, err, c.want, c.err)
		}
	}
	for name, change := range map[string]func(*surface){
		"no format": func(s *surface) { s.formats = []Format{RGBA16F} },
		"no copies": func(s *surface) { s.usage = imageColor },
	} {
		s := offered()
		change(&s)
		if _, err := s.plan(400, 200, true); err == nil || errors.Is(err, ErrNotReady) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
