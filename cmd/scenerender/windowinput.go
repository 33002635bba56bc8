//go:build !headless

package main

import (
	"time"
	"unicode"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl64"
)

// listen has GLFW say what happens.
func (w *window) listen() {
	w.glfw.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, action glfw.Action, mods glfw.ModifierKey) {
		if action != glfw.Press || w.failed != nil {
			return
		}
		switch key {
		case glfw.KeyEscape:
			w.glfw.SetShouldClose(true)
		case glfw.KeyF11:
			w.fill()
		default:
			w.failed = w.key(key, mods)
		}
	})
	w.glfw.SetMouseButtonCallback(func(_ *glfw.Window, button glfw.MouseButton, action glfw.Action, mods glfw.ModifierKey) {
		w.button(button, action == glfw.Press, mods&glfw.ModShift != 0)
	})
	w.glfw.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		_, down := w.glfw.GetSize()
		if height := float64(max(down, 1)); w.drag != dragNothing {
			w.move((x-w.cursor[0])/height, (y-w.cursor[1])/height)
		}
		w.point(x, y)
	})
	w.glfw.SetScrollCallback(func(_ *glfw.Window, _, notches float64) { w.wheel(notches) })
	w.glfw.SetRefreshCallback(func(*glfw.Window) { w.still = 0 })
	w.glfw.SetFramebufferSizeCallback(func(*glfw.Window, int, int) { w.still = 0 })
}

// key hands a key to the viewer under the name that it has on an American keyboard.
func (w *window) key(key glfw.Key, mods glfw.ModifierKey) error {
	name := ""
	switch {
	case key == glfw.KeyTab:
		name = "tab"
	case key == glfw.KeyF12:
		name = "f12"
	case key >= glfw.KeySpace && key <= glfw.KeyGraveAccent:
		name = string(unicode.ToLower(rune(key)))
	}
	if name == "r" {
		w.reload()
	}
	if w.chain == nil {
		return nil
	}
	width, height := w.chain.Size()
	width, height = w.pictureSize(width, height)
	err := w.press(w.ctx, name, mods&glfw.ModShift != 0, [2]int{width, height})
	if w.copied != "" {
		w.glfw.SetClipboardString(w.copied)
		w.copied = ""
	}
	w.retitle = time.Time{}
	return err
}

// point says where the cursor is.
func (w *window) point(x, y float64) {
	across, down := w.glfw.GetSize()
	w.cursor = [2]float64{x, y}
	w.hover(x/float64(max(across, 1)), y/float64(max(down, 1)))
}

// button begins and ends drags, each with one button. The mouse is hidden while it looks around, so that no screen's edge stops it.
func (w *window) button(button glfw.MouseButton, down, shift bool) {
	d := map[glfw.MouseButton]drag{glfw.MouseButtonLeft: dragOrbit, glfw.MouseButtonRight: dragLook, glfw.MouseButtonMiddle: dragPan}[button]
	if d == dragOrbit && shift {
		d = dragPan
	}
	switch {
	case down && (d == dragNothing || w.drag != dragNothing), !down && (w.drag == dragNothing || button != w.held):
		return
	case down:
		w.held = button
	default:
		d = dragNothing
	}
	if d == dragLook || w.drag == dragLook {
		mode := glfw.CursorNormal
		if d == dragLook {
			mode = glfw.CursorDisabled
		}
		w.glfw.SetInputMode(glfw.CursorMode, mode)
		w.point(w.glfw.GetCursorPos())
	}
	w.grab(d)
}

// fly moves the camera by the keys that are held.
func (w *window) fly() {
	now := time.Now()
	seconds := 0.0
	if !w.flown.IsZero() {
		seconds = now.Sub(w.flown).Seconds()
	}
	w.flown = now
	held := func(keys ...glfw.Key) float64 {
		for _, k := range keys {
			if w.glfw.GetKey(k) == glfw.Press {
				return 1
			}
		}
		return 0
	}
	way := mgl64.Vec3{held(glfw.KeyD, glfw.KeyRight) - held(glfw.KeyA, glfw.KeyLeft), held(glfw.KeyE, glfw.KeyPageUp) - held(glfw.KeyQ, glfw.KeyPageDown),
		held(glfw.KeyW, glfw.KeyUp) - held(glfw.KeyS, glfw.KeyDown)}
	if way == (mgl64.Vec3{}) {
		return
	}
	times := 1.0
	if held(glfw.KeyLeftShift, glfw.KeyRightShift) > 0 {
		times = 5
	}
	if held(glfw.KeyLeftControl, glfw.KeyRightControl) > 0 {
		times /= 5
	}
	w.flight.fly(way, times, min(seconds, 0.25)) // a frame that took long is no leap
	w.still = 0
}

// fill gives the window all of the screen, or the place that it had before.
func (w *window) fill() {
	if w.glfw.GetMonitor() != nil {
		w.glfw.SetMonitor(nil, w.place[0], w.place[1], w.place[2], w.place[3], 0)
		return
	}
	m := glfw.GetPrimaryMonitor()
	if m == nil || m.GetVideoMode() == nil {
		return
	}
	w.place[0], w.place[1] = w.glfw.GetPos()
	w.place[2], w.place[3] = w.glfw.GetSize()
	mode := m.GetVideoMode()
	w.glfw.SetMonitor(m, 0, 0, mode.Width, mode.Height, mode.RefreshRate)
}
