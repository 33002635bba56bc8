package passes

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
	"scenerender/vk"
)

// A world is a scene on the device: everything that does not change from frame to frame.
type world struct {
	scene        *scene.Scene
	bounds       scene.Box        // of everything that is drawn
	lightings    []scene.Lighting // of pictures that pipelines are compiled for
	glows        bool             // in one of them the sky has the glow of a night
	population   *population
	draws        *drawLists
	textureKeys  []textureKey
	geometryPlan geometryPlan
	profiles     []*scene.Profile // of lamps
	lamps        []lightBlock
	clustered    int  // of the lamps, the last ones, which are in lists; 0: there are no lists
	allCasters   bool // the maps of the sun hold more than what shades points in view
	remembers    bool // some groups have hysteresis
	spelled      bool // the camera's list spells its objects out
	shadowLamps  []shadowLamp
	lampFaces    int  // of all of them
	softLamps    bool // some of them have a size
	lampTests    int  // made by changes

	fallback  *fallbacks
	geometry  *geometryData
	textures  *textureData
	panorama  *vk.Image // nil unless the sky is a picture
	ltc       *vk.Image // nil unless there are area lights
	profile   *vk.Image // an array; nil unless lamps have profiles
	objects   *vk.Buffer
	mover     mover
	slots     *vk.Buffer
	materials *vk.Buffer
	lights    *vk.Buffer
	blueNoise *vk.Buffer
}

// planWorld decides what is drawn and how, which needs no device.
func planWorld(sc *scene.Scene) *world {
	w := &world{scene: sc, bounds: sc.Bounds(), population: populate(sc), profiles: profilesOf(sc)}
	w.remembers = w.population.table.Remembers()
	w.lamps = collectLights(sc, w.profiles)
	w.clustered = sortLights(w.lamps)
	w.geometryPlan = planGeometry(sc.Meshes)
	var byMaterial []int
	w.textureKeys, byMaterial = planTextures(sc.Materials)
	w.draws = collectDraws(sc, w.bounds, w.population, w.geometryPlan.regions, byMaterial)
	w.planLampShadows()
	w.lightings = sc.Lightings()
	w.glows = w.lit(func(l *scene.Lighting) bool { return l.Night.Glow > 0 })
	return w
}

// lit says whether something holds for the lighting of any picture.
func (w *world) lit(by func(*scene.Lighting) bool) bool {
	for i := range w.lightings {
		if by(&w.lightings[i]) {
			return true
		}
	}
	return false
}

// upload brings the world to the device. What was uploaded before an error is destroyed with the
// world.
func (w *world) upload(dev *vk.Device) (err error) {
	sc := w.scene
	up := dev.NewUploader()
	defer func() {
		if err != nil {
			up.Discard()
		}
	}()
	if w.fallback, err = newFallbacks(dev, up); err != nil {
		return
	}
	if w.geometry, err = uploadGeometry(dev, up, sc.Meshes, w.geometryPlan); err != nil {
		return
	}
	if w.textures, err = uploadTextures(dev, up, sc, w.textureKeys, w.fallback.white); err != nil {
		return
	}
	if sc.Sky.Kind == scene.SkyHDRI {
		if w.panorama, err = uploadPanorama(dev, up, sc.Sky.HDRI); err != nil {
			return
		}
	}
	if areaLights(w.lamps) {
		if w.ltc, err = uploadLTC(dev, up); err != nil {
			return
		}
	}
	if len(w.profiles) > 0 {
		if w.profile, err = uploadProfiles(dev, up, w.profiles); err != nil {
			return
		}
	}
	materials := make([]materialBlock, len(sc.Materials))
	for i := range sc.Materials {
		materials[i] = makeMaterial(&sc.Materials[i])
	}
	graphics, compute := vk.Uses(vk.StorageReadGraphics), vk.Uses(vk.StorageReadCompute, vk.StorageReadFragment)
	slots := make([]slot, len(w.draws.draws))
	for i := range w.draws.draws {
		slots[i] = w.draws.draws[i].slot
	}
	if w.objects, err = uploadSlice(dev, up, "world.objects", graphics|compute, w.population.objects); err != nil {
		return
	}
	if w.slots, err = uploadSlice(dev, up, "world.slots", graphics, slots); err != nil {
		return
	}
	if w.blueNoise, err = uploadSlice(dev, up, "world.blue_noise", graphics, scene.BlueNoiseTile()); err != nil {
		return
	}
	if w.materials, err = uploadSlice(dev, up, "world.materials", graphics, materials); err != nil {
		return
	}
	if w.lights, err = uploadSlice(dev, up, "world.lights", compute, w.lamps); err != nil {
		return
	}
	return up.Finish(vk.SampledFragment)
}

// tooLarge is the error of a scene that a device has no buffer for.
func tooLarge(name string, size, limit int) error {
	return fmt.Errorf("passes: too much for this device: %s takes %d MiB, a buffer may have %d: %w", name, size>>20, limit>>20, vk.ErrOutOfMemory)
}

// uploadSlice makes a buffer of a slice; an empty one gets room for one zero element, since a
// buffer may not be empty.
func uploadSlice[T any](dev *vk.Device, up *vk.Uploader, name string, uses vk.UseSet, s []T) (*vk.Buffer, error) {
	if len(s) == 0 {
		s = make([]T, 1)
	}
	data := vk.Bytes(s)
	if limit := dev.Limits().MaxStorageRange; len(data) > limit {
		return nil, tooLarge(name, len(data), limit)
	}
	b, err := dev.NewBuffer(vk.BufferDesc{Name: name, Size: len(data), Uses: uses | vk.Uses(vk.TransferWrite)})
	if err != nil {
		return nil, err
	}
	up.Buffer(b, 0, data)
	return b, nil
}

func (w *world) destroy() {
	for _, b := range []*vk.Buffer{w.objects, w.slots, w.materials, w.lights, w.blueNoise} {
		if b != nil {
			b.Destroy()
		}
	}
	for _, i := range []*vk.Image{w.panorama, w.ltc, w.profile} {
		if i != nil {
			i.Destroy()
		}
	}
	if w.textures != nil {
		w.textures.destroy()
	}
	if w.geometry != nil {
		w.geometry.destroy()
	}
	if w.fallback != nil {
		w.fallback.destroy()
	}
}

// drawConstants are those of every pipeline that draws objects: whether parts stand where their
// objects do, and how materials use textures.
func (w *world) drawConstants() []vk.Constant {
	moved := false
	for i := range w.draws.draws {
		d := &w.draws.draws[i]
		moved = moved || d.ObjectFromPart != [3]mgl32.Vec4{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}
	}
	return append(w.textureConstants(), switched(constantMovedParts, moved))
}

// textureConstants say how a scene's materials use textures: all its pipelines sample, or none.
func (w *world) textureConstants() []vk.Constant {
	shared := true
	for i := range w.scene.Materials {
		_, ok := sharedUV(&w.scene.Materials[i])
		shared = shared && ok
	}
	return []vk.Constant{switched(constantTextured, len(w.scene.Textures) > 0), switched(constantSharedUV, shared)}
}

// fallbacks stand in where a shader names something that the scene has not.
type fallbacks struct {
	white  *vk.Image // one white texel
	cube   *vk.Image // black
	shadow *vk.Image // one lit layer
	dfg    *vk.Image // the split-sum table, which every lit scene needs
}

func newFallbacks(dev *vk.Device, up *vk.Uploader) (*fallbacks, error) {
	f := &fallbacks{}
	uses := vk.Uses(vk.SampledFragment, vk.SampledCompute, vk.TransferWrite)
	for _, x := range []struct {
		image **vk.Image
		desc  vk.ImageDesc
		data  []byte
	}{
		{&f.white, vk.ImageDesc{Name: "white", Width: 1, Height: 1, Format: vk.RGBA8}, []byte{255, 255, 255, 255}},
		{&f.cube, vk.ImageDesc{Name: "black cube", Kind: vk.ImageCube, Width: 1, Height: 1, Format: vk.RGBA8}, make([]byte, 4)},
		{&f.shadow, vk.ImageDesc{Name: "no shadow", Kind: vk.ImageArray, Width: 1, Height: 1, Format: vk.D32F}, make([]byte, 4)},
		{&f.dfg, vk.ImageDesc{Name: "dfg", Width: dfgSize, Height: dfgSize, Format: vk.RG16F}, dfgBaked},
	} {
		x.desc.Uses = uses
		img, err := dev.NewImage(x.desc)
		if err != nil {
			f.destroy()
			return nil, err
		}
		*x.image = img
		for layer := range max(x.desc.Layers, img.Desc().Layers) {
			up.Image(img, 0, layer, x.data)
		}
	}
	return f, nil
}

func (f *fallbacks) destroy() {
	for _, i := range []*vk.Image{f.white, f.cube, f.shadow, f.dfg} {
		if i != nil {
			i.Destroy()
		}
	}
}
