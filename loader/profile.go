package loader

import (
	"math"

	"scenerender/loader/field"
	"scenerender/loader/ies"
	"scenerender/scene"
)

// maxProfiles bounds how many different ones a scene has; they are layers of one texture.
const maxProfiles = 256

// profileOf is a file's photometry as a scene has it.
func profileOf(name string, from *ies.Photometry) *scene.Profile {
	p := &scene.Profile{Name: name, Candela: from.Candela}
	for _, a := range from.Vertical {
		p.Vertical = append(p.Vertical, a*math.Pi/180)
	}
	for _, a := range from.Horizontal {
		p.Planes = append(p.Planes, a*math.Pi/180)
	}
	return p
}

// light is a lamp with its profile, which has its own intensity where the file gives none.
func (r *resolver) light(l *lamp) scene.PointLight {
	light := l.PointLight
	if light.Profile = r.profile(l.profile); light.Profile == nil {
		return light
	}
	switch {
	case l.at.Has("intensity"):
	case l.at.Has("power"):
		light.Intensity = light.IntensityOf(l.power)
	default:
		light.Intensity = light.Profile.Peak()
	}
	return light
}

// profile is the one that a lamp names, or nil.
func (r *resolver) profile(ref field.Ref) *scene.Profile {
	b, err := r.files.ask(profileBook, ref)
	if err != nil || b.profile == nil {
		return nil // none, or reported already
	}
	if !r.profiles[b.profile] {
		r.profiles[b.profile] = true
		if len(r.profiles) == maxProfiles+1 {
			r.errorf(ref.At, "more than %d different profiles; want fewer", maxProfiles)
		}
	}
	if b.profile.Peak() == 0 {
		r.errorf(ref.At, "%s: all its intensities are 0", r.files.display(b.name))
		return nil
	}
	return b.profile
}
