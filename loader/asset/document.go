package asset

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/qmuntal/gltf"

	"scenerender/scene"
)

// A document is the checked JSON of a file. An entry is nil where the object is broken (and
// reported) or of a kind that is not known.
type document struct {
	accessors []*gltf.Accessor
	views     []*gltf.BufferView
	buffers   []*gltf.Buffer
	meshes    []*gltf.Mesh
	nodes     []*gltf.Node
	skins     []*gltf.Skin
	cameras   []*scene.Camera
	lights    []*light
	scene     int // -1: the first
	scenes    [][]int

	animations []*gltf.Animation

	images    []*gltf.Image
	textures  []textureSource
	samplers  []scene.Sampler
	materials []scene.Material
	uses      textureUses

	quantized bool // KHR_mesh_quantization is used
}

// material returns the index of a primitive's material; the default one stands last.
func (d *document) material(p *gltf.Primitive) int {
	if p.Material == nil {
		return len(d.materials) - 1
	}
	return *p.Material
}

// A reader turns JSON into a document.
type reader struct {
	*report
	lengths map[string]int  // of the document's arrays
	used    map[string]bool // extensionsUsed
	doc     *document
}

// readDocument checks every object of the file on its own, and that what it refers to exists.
func readDocument(top *value, rep *report) *document {
	d := &document{scene: -1}
	r := &reader{report: rep, lengths: map[string]int{}, doc: d}
	root := &element{r: r, v: top}
	for i, key := range top.keys {
		if top.items[i].kind == '[' {
			r.lengths[key] = len(top.items[i].items)
		}
	}
	r.readVersion(root)
	r.readExtensions(root)

	d.buffers = readAll(root, "buffers", r.readBuffer)
	d.views = readAll(root, "bufferViews", r.readView)
	d.accessors = readAll(root, "accessors", r.readAccessor)
	d.images = readAll(root, "images", r.readImage)
	d.samplers = readAll(root, "samplers", r.readSampler)
	d.textures = readAll(root, "textures", r.readTexture)
	d.materials = append(readAll(root, "materials", r.readMaterial), defaultMaterial())
	d.meshes = readAll(root, "meshes", r.readMesh)
	d.cameras = readAll(root, "cameras", r.readCamera)
	d.lights = r.readLights(root)
	d.skins = readAll(root, "skins", r.readSkin)
	d.nodes = readAll(root, "nodes", r.readNode)
	d.scenes = readAll(root, "scenes", func(e *element) []int { return e.references("nodes", "nodes") })
	d.scene = root.reference("scene", "scenes")
	d.animations = readAll(root, "animations", r.readAnimation)
	return d
}

// readAll reads an array of objects; entries that are not objects stay zero.
func readAll[T any](root *element, key string, read func(*element) T) []T {
	list := make([]T, root.r.lengths[key])
	root.objects(key, func(i int, o *element) { list[i] = read(o) })
	return list
}

var versionPattern = regexp.MustCompile(`^[0-9]{1,4}\.[0-9]{1,4}$`)

// readVersion checks the asset object. Minor versions are compatible by design, so 2.1 is
// read with a warning.
func (r *reader) readVersion(root *element) {
	if !root.require("asset") {
		return
	}
	a := root.object("asset")
	if a == nil || !a.require("version") {
		return
	}
	version, least := a.string("version"), a.string("minVersion")
	if !versionPattern.MatchString(version) {
		if version != "" {
			a.fail("version", "%q is not a version such as 2.0", version)
		}
		return
	}
	if version[0] != '2' || version[1] != '.' {
		a.fail("version", "glTF %s is not supported, only 2.x", version)
		return
	}
	if version != "2.0" {
		r.warn(a.at("version"), "glTF %s is read as 2.0", version)
	}
	switch {
	case !a.has("minVersion") || least == "":
	case !versionPattern.MatchString(least):
		a.fail("minVersion", "%q is not a version such as 2.0", least)
	case later(least, version):
		a.fail("minVersion", "%s is later than the version, %s", least, version)
	}
}

// later compares two versions of versionPattern.
func later(a, b string) bool {
	number := func(s string) [2]int {
		dot := slices.Index([]byte(s), '.')
		major, _ := strconv.Atoi(s[:dot])
		minor, _ := strconv.Atoi(s[dot+1:])
		return [2]int{major, minor}
	}
	na, nb := number(a), number(b)
	return slices.Compare(na[:], nb[:]) > 0
}
