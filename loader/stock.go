package loader

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/asset"
	"scenerender/loader/field"
	"scenerender/loader/tree"
	"scenerender/scene"
)

// A stock holds what a scene's models are made of. A model, mesh, material, texture or picture
// enters the scene when it is first used, once.
type stock struct {
	r           *resolver
	entries     map[string]*mesh // of the file; nil where one is no object
	nodes       map[*tree.Node]int
	materials   map[string]int // of the file, by name; -1 where one is no object
	models      map[string]*prototype
	shared      map[partsKey][]scene.Part
	simplified  map[autoKey][]autoMesh
	meshes      map[meshKey]int
	tangents    map[tangentKey]int
	merged      map[itemKey]int // materials, textures and images of models
	pictures    map[*book]int
	textures    map[scene.Texture]int
	lampMeshes  map[string]int
	plain       int  // the default material; -1 until it is used
	cacheFailed bool // to keep automatic levels, which is said once
	vertices    int  // of built-in shapes
}

// A prototype is a model as entities use it.
type prototype struct {
	name   string
	parts  []scene.Part
	groups []fileGroup
	extras []extra
}

// An extra is a light or camera of a model.
type extra struct {
	name           string
	entityFromNode mgl32.Mat4
	camera         *scene.Camera
	point          *scene.PointLight
	spot           *scene.SpotLight
	sun            *scene.Sun
}

type partsKey struct {
	of       *prototype
	material int
}

type meshKey struct {
	from  *asset.Asset
	index int
}

type tangentKey struct {
	mesh       int
	uv         int
	uvFromMesh mgl32.Mat3
}

type itemKind uint8

const (
	materialItem itemKind = iota
	textureItem
	imageItem
)

type itemKey struct {
	kind  itemKind
	from  *asset.Asset
	index int
}

func newStock(r *resolver) stock {
	s := stock{
		r: r, entries: map[string]*mesh{}, nodes: map[*tree.Node]int{}, materials: map[string]int{}, models: map[string]*prototype{},
		shared: map[partsKey][]scene.Part{}, simplified: map[autoKey][]autoMesh{}, meshes: map[meshKey]int{}, tangents: map[tangentKey]int{}, merged: map[itemKey]int{},
		pictures: map[*book]int{}, textures: map[scene.Texture]int{}, lampMeshes: map[string]int{}, plain: -1,
	}
	for _, e := range r.file.meshes {
		s.entries[e.Name] = e.Value
	}
	return s
}

// model finds or makes what a mesh reference means. It is nil where there is a mistake.
func (s *stock) model(ref field.Ref) *prototype {
	if ref.Name == "" {
		return nil // reported already
	}
	if p, ok := s.models[ref.Name]; ok {
		return p
	}
	p, known := s.makeModel(ref)
	if known {
		s.models[ref.Name] = p
	}
	return p
}

// checkEntries finds the mistakes of entries that no entity uses: a node that its file lacks.
func (s *stock) checkEntries() {
	for _, e := range s.r.file.meshes {
		if e.Value != nil && e.Value.file.At != nil && e.Value.node.At != nil {
			s.findNode(e.Value.file, e.Value.node)
		}
	}
}

// findNode returns the index of a node of a file, or -1. It reports an unknown one once.
func (s *stock) findNode(file, node field.Ref) int {
	if i, ok := s.nodes[node.At]; ok {
		return i
	}
	b, err := s.r.files.ask(modelBook, file)
	if err != nil || b.model == nil {
		return -1 // reported already
	}
	s.nodes[node.At] = -1
	var names []string
	for i, n := range b.model.Nodes {
		if n.Name == node.Name {
			s.nodes[node.At] = i
			return i
		}
		if n.Name != "" {
			names = append(names, n.Name)
		}
	}
	s.r.unknown("node", node, names, among("a named node of "+s.r.files.display(b.name), names))
	return -1
}

// makeModel also says whether the name is known, so that an unknown one is reported each time.
func (s *stock) makeModel(ref field.Ref) (p *prototype, known bool) {
	if entry, ok := s.entries[ref.Name]; ok {
		switch {
		case entry == nil:
			return nil, true
		case entry.file.At != nil:
			return s.fromFile(entry.file, entry.node), true
		case !entry.at.Right():
			return nil, true
		}
		return s.fromShape(ref, entry), true
	}
	if isModelFile(ref.Name) {
		return s.fromFile(ref, field.Ref{}), true
	}
	if shape := shapeNamed(ref.Name); shape != nil {
		return s.fromShape(ref, shape), true
	}
	if len(s.entries) == 0 && !s.r.file.at.Sure("meshes") {
		return nil, true // it may be one of those that could not be read
	}
	names := make([]string, 0, len(s.entries)+len(shapes))
	for _, e := range s.r.file.meshes {
		names = append(names, e.Name)
	}
	names = append(names, shapes...)
	s.r.unknown("mesh", ref, names, among("the path of a .gltf or .glb file, an entry of meshes, or a built-in shape", names))
	return nil, false
}

// maxVertices bounds the memory that a few lines of a scene can ask for.
const maxVertices = 64 << 20

func (s *stock) fromShape(ref field.Ref, m *mesh) *prototype {
	if s.vertices > maxVertices {
		s.r.errorf(ref.At, "the built-in shapes have more than %d vertices together; want fewer segments", maxVertices)
		return nil
	}
	shape := m.shape()
	shape.Name = ref.Name
	if s.plain < 0 {
		s.plain = len(s.r.out.Materials)
		plain := scene.DefaultMaterial()
		plain.Name = "default"
		s.r.out.Materials = append(s.r.out.Materials, plain)
	}
	for i := range shape.Primitives {
		shape.Primitives[i].Material = s.plain
		s.vertices += len(shape.Primitives[i].Positions)
	}
	s.r.out.Meshes = append(s.r.out.Meshes, shape)
	return &prototype{name: ref.Name, parts: []scene.Part{
		{Mesh: len(s.r.out.Meshes) - 1, EntityFromPart: mgl32.Ident4(), Material: -1},
	}}
}

func (s *stock) fromFile(file, node field.Ref) *prototype {
	b, err := s.r.files.ask(modelBook, file)
	if err != nil || b.model == nil {
		return nil // reported already
	}
	nodes := b.model.Nodes
	// entityFromNode of every node, and whether it is in the part that is wanted.
	places := make([]mgl32.Mat4, len(nodes))
	within := make([]bool, len(nodes))
	found := -1
	if node.At != nil {
		if found = s.findNode(file, node); found < 0 {
			return nil
		}
	}
	for i, n := range nodes {
		places[i], within[i] = n.ParentFromLocal, node.At == nil
		if n.Parent >= 0 {
			places[i] = places[n.Parent].Mul4(n.ParentFromLocal)
			within[i] = within[n.Parent]
		}
		within[i] = within[i] || i == found
	}
	for i, n := range nodes { // levels come along with the node that they are of
		if n.LodOf >= 0 && within[n.LodOf] {
			within[i] = true
		}
	}
	home := mgl32.Ident4()
	if found >= 0 {
		home = mgl32.Translate3D(-places[found][12], -places[found][13], -places[found][14])
	}
	p := &prototype{name: b.name}
	groups := map[int]int{} // in p.groups, by node
	leftOut := false
	for i, n := range nodes {
		if !within[i] {
			continue
		}
		place := home.Mul4(places[i])
		if !finite(place) {
			s.r.problems = append(s.r.problems, s.r.inFile(b, b.name, "",
				fmt.Sprintf("the place of the node %q is too large to compute with", n.Name)))
			return nil
		}
		name := n.Name
		if name == "" {
			name = fmt.Sprintf("nodes[%d]", i)
		}
		inGroup := n.LodOf >= 0 && within[n.LodOf]
		if inGroup && n.LodOf == i {
			groups[i] = len(p.groups)
			p.groups = append(p.groups, fileGroup{name: name, levels: make([][]scene.Part, n.Lod.Levels), coverage: n.Lod.Coverage})
		}
		if n.Mesh >= 0 && len(b.model.Meshes[n.Mesh].Primitives) > 0 {
			part := scene.Part{Mesh: s.mesh(b.model, n.Mesh), EntityFromPart: place, Material: -1}
			if inGroup {
				level := &p.groups[groups[n.LodOf]].levels[n.Level]
				*level = append(*level, part)
			} else {
				p.parts = append(p.parts, part)
			}
		}
		if n.Camera != nil || n.Point != nil || n.Spot != nil || n.Sun != nil {
			if inGroup && n.Level > 0 {
				leftOut = true
				continue
			}
			p.extras = append(p.extras, extra{name, place, n.Camera, n.Point, n.Spot, n.Sun})
		}
	}
	if leftOut {
		s.r.warnings = append(s.r.warnings, s.r.inFile(b, b.name, "", "lights and cameras of lower levels of detail are left out"))
	}
	return p
}

// parts returns a model's parts with a material in place of their own, or -1. Entities with the
// same model and material share the slice.
func (s *stock) parts(p *prototype, material int) []scene.Part {
	if material < 0 {
		return p.parts
	}
	key := partsKey{p, material}
	if parts, ok := s.shared[key]; ok {
		return parts
	}
	s.shared[key] = s.with(p.parts, material)
	return s.shared[key]
}

// with returns parts with a material in place of their own, or -1.
func (s *stock) with(from []scene.Part, material int) []scene.Part {
	if material < 0 {
		return from
	}
	parts := make([]scene.Part, len(from))
	for i, part := range from {
		part.Material = material
		part.Mesh = s.withTangents(part.Mesh, material)
		parts[i] = part
	}
	return parts
}
