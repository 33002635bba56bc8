package asset

import (
	"scenerender/scene"
)

// readCamera reads a projection. The aspect ratio is the picture's, not the file's.
func (r *reader) readCamera(e *element) *scene.Camera {
	if !e.require("type") {
		return nil
	}
	p, o := e.object("perspective"), e.object("orthographic")
	c := &scene.Camera{Name: e.string("name")}
	kind := e.string("type")
	switch {
	case p != nil && o != nil:
		r.fail(e.path(), "has both a perspective and an orthographic projection")
	case kind == "perspective" && e.require("perspective") && p != nil:
		ok := p.require("yfov")
		ok = p.require("znear") && ok
		p.float("aspectRatio", 1, 1e-30, inf)
		c.FovY = p.float("yfov", 0, 1e-6, 3.1415926)
		c.Near = p.float("znear", 0, 1e-30, inf)
		c.Far = p.float("zfar", 0, 1e-30, inf)
		if !ok {
			return nil
		}
		if c.Far != 0 && c.Far <= c.Near {
			p.fail("zfar", "is %v, must be more than znear, %v", c.Far, c.Near)
		}
		return c
	case kind == "orthographic" && e.require("orthographic") && o != nil:
		ok := true
		for _, key := range []string{"xmag", "ymag", "znear", "zfar"} {
			ok = o.require(key) && ok
		}
		x, y := o.float("xmag", 1, -inf, inf), o.float("ymag", 1, -inf, inf)
		if x == 0 {
			o.fail("xmag", "must not be 0")
		}
		if y == 0 {
			o.fail("ymag", "must not be 0")
		}
		if x < 0 || y < 0 {
			r.warn(o.path(), "a negative magnification is taken without its sign")
		}
		c.Height = 2 * max(y, -y)
		c.Near, c.Far = o.float("znear", 0, 0, inf), o.float("zfar", 0, 1e-30, inf)
		if !ok {
			return nil
		}
		if c.Far <= c.Near {
			o.fail("zfar", "is %v, must be more than znear, %v", c.Far, c.Near)
		}
		return c
	case kind != "perspective" && kind != "orthographic" && kind != "":
		r.warn(e.at("type"), "%q is unknown", kind)
	}
	return nil
}
