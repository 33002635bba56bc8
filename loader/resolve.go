package loader

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/loader/tree"
	"scenerender/scene"
)

// A resolver turns a decoded file into a scene. It goes on after mistakes, so that one run shows
// them all; the scene is good only if there are none.
type resolver struct {
	name string         // of the file, as given
	doc  *tree.Document // nil for a model
	file *file

	files    *library
	stock    stock
	problems []Problem
	warnings []Problem
	size     [2]int // of Options
	lodCache string // of Options
	alone    bool   // a model without a scene

	out         scene.Scene
	worlds      []mgl32.Mat4 // worldFromLocal of out.Entities
	boxes       []scene.Box  // of out.Meshes, as far as they were asked for
	placed      int          // by all scatters
	entityNames nameSet
	profiles    map[*scene.Profile]bool // that are used
	sunOfFile   *scene.Sun              // the first that a model brings
	sunLeftOut  bool                    // and the others, which is said once
}

func (r *resolver) scene() *scene.Scene {
	r.askFiles()
	r.files.readAll()
	r.reportFiles()

	r.out.Path = r.name
	r.profiles = map[*scene.Profile]bool{}
	r.stock = newStock(r)
	r.addMaterials()
	r.stock.checkEntries()
	r.out.Lod = r.file.lod.settings()
	r.addEntities()
	r.addLight()
	if r.alone {
		inDisplayUnits(&r.out)
	}
	r.warnOfDarkness()
	r.addCameras()
	r.addShots()
	return &r.out
}

// askFiles collects every file that the scene names, in the order of the table.
func (r *resolver) askFiles() {
	ask := func(kind bookKind, ref field.Ref) {
		if _, err := r.files.ask(kind, ref); err != nil && err != errNotGiven {
			r.errorf(ref.At, "%v", err)
		}
	}
	entries := map[string]bool{}
	for _, e := range r.file.meshes {
		entries[e.Name] = true
		if e.Value != nil {
			ask(modelBook, e.Value.file)
		}
	}
	for _, e := range r.file.materials {
		if e.Value == nil {
			continue
		}
		for _, slot := range e.Value.slots() {
			if slot.from != nil {
				ask(slot.kind(), slot.from.file)
			}
		}
	}
	if s := r.file.sky; s != nil && s.hdri != nil {
		ask(radianceBook, s.hdri.file)
	}
	askMesh := func(mesh field.Ref) {
		if isModelFile(mesh.Name) && !entries[mesh.Name] {
			ask(modelBook, mesh)
		}
	}
	for _, e := range r.file.entities {
		if e == nil {
			continue
		}
		if e.model != nil {
			askMesh(e.model.mesh)
		}
		if e.lod != nil {
			e.lod.eachMesh(askMesh)
		}
		if e.point != nil {
			ask(profileBook, e.point.profile)
		}
		if e.spot != nil {
			ask(profileBook, e.spot.profile)
		}
	}
}

func (s textureSlot) kind() bookKind {
	if s.srgb {
		return colorBook
	}
	return dataBook
}

func (r *resolver) addLight() {
	if s := r.file.sun; s != nil {
		sun := s.Sun
		r.out.Sun = &sun
	} else {
		r.out.Sun = r.sunOfFile
	}
	if s := r.file.sky; s != nil && s.air != nil {
		if r.out.Sun == nil {
			sun := defaultSun()
			r.out.Sun = &sun
		}
		if s := r.file.sun; s == nil && r.sunOfFile == nil || s != nil && !s.lux {
			r.out.Sun.Natural = true
		}
	}
	if s := r.file.sky; s != nil {
		var panorama *scene.Panorama
		if s.hdri != nil {
			if b, err := r.files.ask(radianceBook, s.hdri.file); err == nil && b.err == nil {
				panorama = b.panorama
			}
		}
		r.out.Sky = s.resolve(panorama)
		if panorama != nil && r.out.Sun == nil && !s.hdri.keepSun {
			r.extractSun()
		}
		if s.night != nil || s.air != nil {
			n := scene.DefaultNight()
			if s.night != nil {
				n = s.night.Night
			}
			r.out.Night = &n
		}
	}
	if f := r.file.fog; f != nil {
		fog := f.Fog
		r.out.Fog = &fog
	}
	r.addMoon()
	r.out.Exposure = defaultExposure(r.out.Sun != nil && !r.out.Sky.Disc)
	if x := r.file.exposure; x != nil {
		r.out.Exposure = x.Exposure
	}
}

// extractSun parts the sky's picture from the sun that is in it, if there is one.
func (r *resolver) extractSun() {
	sky := &r.out.Sky
	rest, extracted, found := sky.HDRI.ExtractSun()
	if !found {
		return
	}
	sun := sky.Sun(extracted)
	sky.HDRI, sky.Disc, r.out.Sun = rest, true, &sun
}

// warnOfDarkness warns where nothing gives light, which a picture would show as black.
func (r *resolver) warnOfDarkness() {
	black := mgl32.Vec3{}
	if r.out.Sun != nil || r.out.Sky != (scene.Sky{}) || r.out.Night != nil || r.out.Moon != nil {
		return
	}
	for _, e := range r.out.Entities {
		if e.Point != nil || e.Spot != nil || e.Rect != nil {
			return
		}
	}
	for _, m := range r.out.Materials {
		if m.Unlit || m.Emissive != black {
			return
		}
	}
	r.warnf(nil, "nothing gives light here; a sun, a sky, lamps or an emissive material would")
}

func (r *resolver) addCameras() {
	var names nameSet
	var given []scene.Camera
	for _, c := range r.file.cameras {
		if c == nil || !c.at.Sure("name") {
			continue // reported already
		}
		if !names.add(c.name) {
			r.errorf(nameOf(c.at), "the name %q is taken by another camera; want one of its own", c.name)
			continue
		}
		if c.at.Has("fov_y") && c.fovY < math.Pi*math.Pi/180 {
			r.warnf(c.at.At("fov_y"), "%.4g degrees are seen only through a very long lens; if they are radians, write %.4g",
				degrees(c.fovY), degrees(c.fovY)*180/math.Pi)
		}
		given = append(given, c.resolve())
	}
	if len(r.file.cameras) == 0 {
		names.add("main")
		given = append(given, framing(r.out.Bounds(), r.aspect()))
	}
	for i := range r.out.Cameras { // those of models
		r.out.Cameras[i].Name = names.unique(r.out.Cameras[i].Name)
	}
	r.out.Cameras = append(given, r.out.Cameras...)
}

func (r *resolver) addShots() {
	defaults := r.file.render
	if defaults == nil {
		defaults = new(render)
		renderBlock(defaults)
	}
	if len(r.file.shots) == 0 {
		main := shot{name: scene.DefaultShot().Name}
		r.out.Shots = []scene.Shot{main.resolve(defaults, r.file.post, 0)}
		return
	}
	cameras := map[string]int{}
	doubt := len(r.file.cameras) == 0 && !r.file.at.Sure("camera") || slices.ContainsFunc(r.file.cameras, func(c *camera) bool {
		return c == nil || !c.at.Sure("name") // then any name may be that one's
	})
	var known []string
	for i, c := range r.out.Cameras {
		cameras[c.Name] = i
		known = append(known, c.Name)
	}
	var names nameSet
	for _, s := range r.file.shots {
		if s == nil {
			continue
		}
		if s.name != "" && !names.add(s.name) {
			r.errorf(nameOf(s.at), "the name %q is taken by another shot; want one of its own", s.name)
		}
		camera := 0
		if s.camera.At != nil {
			i, ok := cameras[s.camera.Name]
			if !ok && !doubt {
				r.unknown("camera", s.camera, known, among("one of the cameras", known))
			}
			camera = i
		}
		out := s.resolve(defaults, r.file.post, camera)
		out.Sun = r.shotSun(s.sun)
		if s.exposure != nil {
			out.Exposure = &s.exposure.Exposure
		}
		r.out.Shots = append(r.out.Shots, out)
	}
}

// nameOf is where a block's name stands, or the block where it has none.
func nameOf(at *field.Given) *tree.Node {
	if n := at.At("name"); n != nil {
		return n
	}
	return at.Node()
}

// aspect is the width of the first picture, or of those that Options asks for, per height.
func (r *resolver) aspect() float32 {
	if r.size[0] > 0 && r.size[1] > 0 {
		return float32(r.size[0]) / float32(r.size[1])
	}
	size := [2]int{scene.DefaultShot().Width, scene.DefaultShot().Height}
	if r.file.render != nil {
		size = r.file.render.size
	}
	if len(r.file.shots) > 0 && r.file.shots[0] != nil && r.file.shots[0].at.Has("size") {
		size = r.file.shots[0].own.size
	}
	return float32(size[0]) / float32(size[1])
}

// A nameSet keeps names apart.
type nameSet struct {
	taken map[string]bool
	next  map[string]int // number to try after a name
}

// add says whether a name was free, and takes it.
func (s *nameSet) add(name string) bool {
	if s.taken[name] {
		return false
	}
	if s.taken == nil {
		s.taken = map[string]bool{}
	}
	s.taken[name] = true
	return true
}

// unique takes a name, with a number where it is taken.
func (s *nameSet) unique(name string) string {
	if s.add(name) {
		return name
	}
	if s.next == nil {
		s.next = map[string]int{}
	}
	for i := max(s.next[name], 2); ; i++ {
		if numbered := fmt.Sprintf("%s#%d", name, i); s.add(numbered) {
			s.next[name] = i + 1
			return numbered
		}
	}
}

// finite says whether a transform can be computed with.
func finite(m mgl32.Mat4) bool {
	for _, x := range m {
		if math.IsNaN(float64(x)) || math.Abs(float64(x)) > 1e18 {
			return false
		}
	}
	return true
}
