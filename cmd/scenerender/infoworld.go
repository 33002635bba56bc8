package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/asset"
	"scenerender/scene"
)

// describeScene loads a scene with everything it uses.
func (i *fileInfo) describeScene(path string, load loadFlags) error {
	l := load.load(path)
	if l.err != nil {
		return l.err
	}
	for _, w := range l.warnings {
		i.Warnings = append(i.Warnings, oneLine(w.String()))
	}
	sc := l.scene
	i.Kind, i.Hash = "scene", hex.EncodeToString(sc.Hash[:])
	w := countWorld(sc.Meshes, usedMaterials(sc), sc.Images)
	w.Entities = len(sc.Entities)
	if sc.Sun != nil {
		w.Lights.Suns = 1
	}
	for _, e := range sc.Entities {
		if e.Point != nil {
			w.Lights.Points++
		}
		if e.Spot != nil {
			w.Lights.Spots++
		}
		if e.Rect != nil {
			w.Lights.Rects++
		}
		w.Drawn += finest(sc, &e)
	}
	w.bound(sc.Bounds())
	for _, c := range sc.Cameras {
		w.Cameras = append(w.Cameras, cameraOf(c))
	}
	for _, s := range sc.Shots {
		sun, moon := bodiesOf(sc.LightingOf(&s))
		i.Shots = append(i.Shots, shotInfo{
			Sun: sun, Moon: moon,
			Name: s.Name, Camera: sc.Cameras[s.Camera].Name, Size: [2]int{s.Width, s.Height}, Samples: s.Frames(), Time: s.Time,
		})
	}
	i.World = w
	return nil
}

// usedMaterials leaves out the one that the loader gives built-in shapes, which no file has.
func usedMaterials(sc *scene.Scene) []scene.Material {
	plain := scene.DefaultMaterial()
	plain.Name = "default"
	for _, m := range sc.Meshes {
		for _, p := range m.Primitives {
			if sc.Materials[p.Material] == plain {
				return slices.Delete(slices.Clone(sc.Materials), p.Material, p.Material+1)
			}
		}
	}
	return sc.Materials
}

// describeAsset reads a glTF file from its folder, or from the asset root.
func (i *fileInfo) describeAsset(path string, load loadFlags) error {
	a, err := openAsset(path, load)
	if err != nil {
		return err
	}
	for _, w := range a.Warnings {
		i.Warnings = append(i.Warnings, oneLine(w.String()))
	}
	i.Kind = "gltf"
	w := countWorld(a.Meshes, a.Materials[:len(a.Materials)-1], a.Images) // the last is the default
	w.Entities = len(a.Nodes)
	box := scene.EmptyBox()
	worldFrom := make([]mgl32.Mat4, len(a.Nodes))
	names := map[string]bool{"main": true} // the camera that the loader adds
	for k, n := range a.Nodes {
		worldFrom[k] = n.ParentFromLocal
		if n.Parent >= 0 {
			worldFrom[k] = worldFrom[n.Parent].Mul4(n.ParentFromLocal)
		}
		if n.Mesh >= 0 && n.Level == 0 {
			box = box.Union(w.draw(a.Meshes[n.Mesh], worldFrom[k]))
		}
		if n.Camera != nil {
			c := cameraOf(*n.Camera)
			c.Name = cameraName(n.Name, k, names)
			w.Cameras = append(w.Cameras, c)
		}
		if n.Sun != nil {
			w.Lights.Suns++
		}
		if n.Point != nil {
			w.Lights.Points++
		}
		if n.Spot != nil {
			w.Lights.Spots++
		}
	}
	w.bound(box)
	i.World = w
	return nil
}

// openAsset reads a glTF file; what it refers to stays in its folder or in the asset root.
func openAsset(path string, load loadFlags) (*asset.Asset, error) {
	dir, name := filepath.Split(path)
	if load.assetRoot != "" {
		dir = load.assetRoot
		var err error
		if name, err = filepath.Rel(dir, path); err != nil {
			return nil, usagef("--asset-root %s does not hold %s", dir, path)
		}
	}
	if dir == "" {
		dir = "."
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	a, err := asset.Open(root, filepath.ToSlash(name))
	// Problems name files as seen from the root; people see them from where they are.
	var invalid *asset.Invalid
	if errors.As(err, &invalid) {
		seenFrom(dir, invalid.Problems)
	}
	if a != nil {
		seenFrom(dir, a.Warnings)
	}
	return a, err
}

func seenFrom(dir string, problems []asset.Problem) {
	for i := range problems {
		problems[i].File = filepath.Join(dir, filepath.FromSlash(problems[i].File))
	}
}

// countWorld counts what is there, used or not.
func countWorld(meshes []scene.Mesh, materials []scene.Material, images []scene.Image) *worldInfo {
	w := &worldInfo{Meshes: len(meshes), Materials: len(materials), Textures: []textureInfo{}, Cameras: []cameraInfo{}}
	for _, m := range meshes {
		for _, p := range m.Primitives {
			w.Triangles += len(p.Indices) / 3
			w.Vertices += len(p.Positions)
		}
	}
	for _, x := range images {
		w.Textures = append(w.Textures, textureInfo{Name: x.Name, Size: [2]int{x.Width, x.Height}, Color: x.SRGB})
	}
	return w
}

// finest counts the triangles of an entity in its most detailed level, wherever it is placed.
func finest(sc *scene.Scene, e *scene.Entity) (triangles int) {
	add := func(p scene.Part) {
		for _, primitive := range sc.Meshes[p.Mesh].Primitives {
			triangles += len(primitive.Indices) / 3
		}
	}
	if e.Model != nil {
		for _, p := range e.Model.Parts {
			add(p)
		}
	}
	if e.Lod != nil && len(e.Lod.Levels) > 0 {
		for _, p := range e.Lod.Levels[0].Parts {
			add(p.Part)
		}
	}
	if e.Scatter != nil {
		triangles *= len(e.Placements)
	}
	return triangles
}

// draw counts one use of a mesh and returns where it is.
func (w *worldInfo) draw(m scene.Mesh, worldFromMesh mgl32.Mat4) scene.Box {
	box := scene.EmptyBox()
	for _, p := range m.Primitives {
		w.Drawn += len(p.Indices) / 3
		box = box.Union(p.Bounds.Transform(worldFromMesh))
	}
	return box
}

// bound keeps a box that holds something finite.
func (w *worldInfo) bound(box scene.Box) {
	for axis := range 3 {
		if !(box.Min[axis] <= box.Max[axis]) || math.IsInf(float64(box.Max[axis]-box.Min[axis]), 0) {
			return
		}
	}
	w.Bounds = &boundsInfo{Min: box.Min, Max: box.Max}
}

// cameraName is what --camera calls the camera of node k when the file stands for a scene.
func cameraName(node string, k int, taken map[string]bool) string {
	if node == "" {
		node = fmt.Sprintf("nodes[%d]", k)
	}
	name := node
	for i := 2; taken[name]; i++ {
		name = fmt.Sprintf("%s#%d", node, i)
	}
	taken[name] = true
	return name
}

func cameraOf(c scene.Camera) cameraInfo {
	info := cameraInfo{Name: c.Name}
	if c.FovY > 0 {
		info.FovY = float64(mgl32.RadToDeg(c.FovY))
	} else {
		info.Height = c.Height
	}
	return info
}
