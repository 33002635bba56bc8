// Package asset reads glTF 2.0 files (.gltf and .glb) and pictures into the types of package
// scene.
//
// A file is read in three steps. First its JSON is checked against the specification, object
// by object (element.go, document.go, material.go, node.go, animation.go). Then what objects
// say about each other is checked: views against buffers, accessors against views, attributes
// against accessors (check.go). Only then is data touched (accessor.go, primitive.go,
// image.go). Every step reports all it finds, so one run shows most mistakes of a file.
//
// What the specification demands of the structure is an error, and so is data that cannot be
// drawn. Data that can be repaired (a normal that is not quite of unit length, bounds that do
// not match) is repaired with a warning.
package asset

import (
	"crypto/sha256"
	"os"
	"path"
	"strings"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

// An Asset is one glTF file with everything it refers to. Slices may share memory with each
// other and are not to be written to.
type Asset struct {
	Images    []scene.Image   // those that materials use; once as colour, once as data
	Textures  []scene.Texture // of Images
	Materials []scene.Material
	Meshes    []scene.Mesh // as numbered in the file; a mesh may have no primitives
	Nodes     []Node       // of the default scene, or the first one

	Warnings []Problem // what was repaired, ignored or approximated
	Files    []File    // every file that was read, the asset itself first
}

// A Node places things. A parent comes before its children.
type Node struct {
	Name            string
	Parent          int        // index into Asset.Nodes, or -1
	ParentFromLocal mgl32.Mat4 // affine; a negative determinant turns triangles round

	Mesh   int               // index into Asset.Meshes, or -1
	Camera *scene.Camera     // projection only: it looks along the node's -Z
	Point  *scene.PointLight // at the node's origin
	Spot   *scene.SpotLight  // along the node's -Z
	Sun    *scene.Sun        // Direction is the node's -Z, in the node's space

	// Levels of detail (MSFT_lod). A node with Lod, what is below it, and the lower levels with what is
	// below them, belong to a group. All but those of one Level are left out when they are drawn.
	Lod   *Lod
	LodOf int // index into Asset.Nodes of the node with Lod; -1 for nodes outside of groups
	Level int // in the group, 0 the most detailed
}

// A Lod says what levels a group has.
type Lod struct {
	Levels int // at least 2

	// Coverage is the share of the screen down to which each level is drawn, 0..1; it falls. Where
	// there is one less than Levels, the last level is drawn however small it is.
	Coverage []float32
}

// A File is a file that was read.
type File struct {
	Name string   // slash-separated, relative to the root
	Hash [32]byte // SHA-256 of its bytes
}

// Open reads the glTF file of that name, and the buffers and images it refers to, from root;
// nothing outside root is ever read. The error is an *Invalid where the files are to blame,
// and otherwise wraps what the operating system said.
func Open(root *os.Root, name string) (*Asset, error) {
	return open(root, name, defaultLimits)
}

func open(root *os.Root, name string, lim limits) (*Asset, error) {
	name = path.Clean(strings.ReplaceAll(name, "\\", "/"))
	files := &files{root: root}
	raw, err := files.read(name, lim.fileBytes)
	if err != nil {
		return nil, err
	}
	text, bin := raw, []byte(nil)
	report := &report{file: name}
	isGLB := looksLikeGLB(raw, name)
	if isGLB {
		text, bin = splitGLB(raw, report)
		if report.failed() {
			return nil, report.invalid()
		}
	}
	root0, ok := parseJSON(text, report, lim.jsonValues)
	if !ok {
		return nil, report.invalid()
	}
	doc := readDocument(root0, report)

	data := &buffers{doc: doc, report: report, files: files, dir: path.Dir(name), glb: isGLB, bin: bin, lim: lim}
	data.load()
	checkAccessors(doc, data, report)
	checkMeshes(doc, report)
	checkAnimations(doc, report)
	nodes := flattenNodes(doc, data, report)

	a := &Asset{Materials: doc.materials, Nodes: nodes}
	var wg sync.WaitGroup
	pictures := newImageLoader(doc, data, report, lim)
	wg.Go(func() { pictures.load(a) })
	if !report.failed() {
		a.Meshes = buildMeshes(doc, data, report, lim)
	}
	wg.Wait()
	report.add(pictures.report)
	if report.failed() {
		invalid := report.invalid()
		invalid.Files = files.asked()
		return nil, invalid
	}
	a.Warnings = report.warnings
	a.Files = files.list()
	return a, nil
}

// limits bound what a file may ask for, whatever it declares.
type limits struct {
	fileBytes     int64 // of one file
	jsonValues    int   // numbers, strings, ... in the JSON
	vertices      int   // decoded, over all primitives
	zeroElements  int   // of accessors that no buffer backs, over all primitives
	geometryBytes int64 // decoded, over all primitives
	imageSide     int   // pixels
	imagePixels   int   // pixels of one image
	totalPixels   int   // pixels of all images of one file
}

var defaultLimits = limits{
	fileBytes:     4 << 30,
	jsonValues:    8 << 20,
	vertices:      64 << 20,
	zeroElements:  16 << 20,
	geometryBytes: 8 << 30,
	imageSide:     16384,
	imagePixels:   16384 * 8192,
	totalPixels:   1 << 29,
}

func hashOf(data []byte) [32]byte { return sha256.Sum256(data) }
