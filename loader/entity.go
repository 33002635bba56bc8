package loader

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/loader/field"
	"scenerender/loader/tree"
	"scenerender/scene"
)

// addEntities adds the entities, parents first and otherwise in the order of the file, each
// followed by what its model brings along.
func (r *resolver) addEntities() {
	order, parents := r.arrange()
	placed := make(map[*entity]int, len(order)) // index in out.Entities
	r.out.Entities, r.worlds = make([]scene.Entity, 0, len(order)), make([]mgl32.Mat4, 0, len(order))
	for i, e := range order {
		out := scene.Entity{Name: e.name, Parent: -1, ParentFromLocal: e.transform.matrix()}
		world := out.ParentFromLocal
		if p := parents[i]; p != nil {
			out.Parent = placed[p]
			world = r.worlds[out.Parent].Mul4(world)
		}
		if !finite(world) {
			r.errorf(e.node(), "its place in the world is too large to compute with; want smaller positions and scales, here or in a parent")
			world = mgl32.Ident4()
		}
		placed[e] = len(r.out.Entities)
		if e.point != nil {
			light := r.light(&e.point.lamp)
			out.Point = &light
		}
		if e.spot != nil {
			out.Spot = e.spot.resolve(r.light(&e.spot.lamp))
		}
		if e.rect != nil {
			rect := e.rect.RectLight
			out.Rect = &rect
		}
		if e.fade != nil {
			fade := e.fade.DitherFade
			out.Fade = &fade
		}
		if e.lod != nil {
			out.Lod = r.lodGroup(e, world)
		}
		out.Scatter, out.Placements = r.place(e.scatter, world)
		lamp := scene.Entity{Point: out.Point, Spot: out.Spot, Rect: out.Rect}
		if out.Scatter != nil {
			out.Point, out.Spot, out.Rect = nil, nil, nil
		}
		r.out.Entities = append(r.out.Entities, out)
		r.worlds = append(r.worlds, world)
		if e.model != nil {
			r.addModel(e, placed[e])
		}
		shapes := r.lampShapes(e, &lamp)
		if out.Scatter != nil {
			r.scatterLamp(e, placed[e], lamp, shapes, mgl32.Ident4())
		} else {
			r.addLampShapes(e, placed[e], shapes)
		}
		if e.model == nil && e.lod == nil { // only lamps were scattered
			r.out.Entities[placed[e]].Scatter, r.out.Entities[placed[e]].Placements = nil, nil
		}
	}
}

// maxScatteredLamps bounds what one line of a scene can ask for.
const maxScatteredLamps = 1 << 16

// scatterLamp puts a lamp at each placement of an entity.
func (r *resolver) scatterLamp(e *entity, index int, lamp scene.Entity, shapes []lampShape, placedFromLamp mgl32.Mat4) {
	if lamp.Point == nil && lamp.Spot == nil && lamp.Rect == nil {
		return
	}
	places := r.out.Entities[index].Placements
	if len(places) > maxScatteredLamps {
		r.errorf(e.at.At("Scatter"), "want at most %d lamps, found %d", maxScatteredLamps, len(places))
		return
	}
	for i, at := range places {
		lamp.Name = r.entityNames.unique(r.nameWithin(e, fmt.Sprint("lamp", i)))
		lamp.Parent, lamp.ParentFromLocal = index, at.EntityFromPlaced().Mul4(placedFromLamp)
		r.out.Entities = append(r.out.Entities, lamp)
		r.worlds = append(r.worlds, r.worlds[index].Mul4(lamp.ParentFromLocal))
		r.addLampShapes(e, len(r.out.Entities)-1, shapes)
	}
}

// arrange names the entities, finds their parents and orders them.
func (r *resolver) arrange() (order, parents []*entity) {
	doubt := slices.ContainsFunc(r.file.entities, func(e *entity) bool {
		return e == nil || !e.at.Sure("name") // then any name may be that one's
	})
	byName := make(map[string]*entity, len(r.file.entities))
	names := make([]string, 0, len(r.file.entities))
	order, parents = make([]*entity, 0, len(r.file.entities)), make([]*entity, 0, len(r.file.entities))
	r.entityNames.taken = make(map[string]bool, len(r.file.entities))
	for i, e := range r.file.entities {
		if e == nil {
			continue // reported already
		}
		if e.name == "" {
			e.name = fmt.Sprintf("entities[%d]", i)
		}
		if byName[e.name] != nil {
			r.errorf(nameOf(e.at), "the name %q is taken by another entity; want one of its own", e.name)
			continue
		}
		byName[e.name] = e
		r.entityNames.add(e.name)
		names = append(names, e.name)
	}
	parentOf := func(e *entity) *entity {
		if e.parent.At == nil {
			return nil
		}
		return byName[e.parent.Name]
	}

	const (
		waiting = iota
		climbing
		done
	)
	state := make(map[*entity]int, len(byName))
	for _, e := range r.file.entities {
		if e == nil || byName[e.name] != e {
			continue
		}
		// Climb to the first ancestor that is placed, then place the way back down.
		var way []*entity
		for up := e; up != nil && state[up] != done; up = parentOf(up) {
			if state[up] == climbing {
				r.reportCycle(up, way)
				break
			}
			state[up] = climbing
			way = append(way, up)
			if up.parent.At != nil && parentOf(up) == nil && !doubt {
				r.unknown("entity", up.parent, names, among("the name of another entity", nil))
			}
		}
		for i := len(way) - 1; i >= 0; i-- {
			state[way[i]] = done
			parent := parentOf(way[i])
			if i == len(way)-1 && parent != nil && slices.Contains(way, parent) {
				parent = nil // the cycle that was reported
			}
			order = append(order, way[i])
			parents = append(parents, parent)
		}
	}
	return order, parents
}

// reportCycle reports parents that lead back to an entity that was climbed already.
func (r *resolver) reportCycle(again *entity, way []*entity) {
	var circle []string
	for i, e := range way {
		if e == again || len(circle) > 0 {
			circle = append(circle, way[i].name)
		}
	}
	const shown = 8
	if len(circle) > shown {
		circle = append(circle[:shown], "…")
	}
	circle = append(circle, again.name)
	r.errorf(again.parent.At, "the parents go in a circle: %s", strings.Join(circle, " → "))
}

// addModel gives the entity at an index its parts, and the scene the lights and cameras of them. A
// group of levels in the file is the entity's own where nothing else is drawn, and otherwise has an
// entity that stands in the same place.
func (r *resolver) addModel(e *entity, index int) {
	proto := r.stock.model(e.model.mesh)
	material, ok := r.material(e.model.material)
	if proto == nil || !ok {
		return
	}
	world := r.worlds[index]
	if len(proto.parts) > 0 {
		r.out.Entities[index].Model = &scene.Model{
			Parts: r.stock.parts(proto, material), Color: e.model.color, Shadows: e.model.shadows,
		}
	}
	for i := range proto.groups {
		from := &proto.groups[i]
		g := r.fileGroup(from, e.model, material)
		if i == 0 && len(proto.parts) == 0 {
			r.out.Entities[index].Lod = g
			continue
		}
		own := r.out.Entities[index]
		r.out.Entities = append(r.out.Entities, scene.Entity{
			Name: r.entityNames.unique(r.nameWithin(e, from.name)), Parent: index, ParentFromLocal: mgl32.Ident4(),
			Lod: g, Fade: own.Fade, Scatter: own.Scatter, Placements: own.Placements,
		})
		r.worlds = append(r.worlds, world)
	}
	r.addExtras(e, proto, index)
}

// addExtras gives the scene what a model brings beside its shape: lights and cameras.
func (r *resolver) addExtras(e *entity, proto *prototype, index int) {
	leftOut := false
	for _, extra := range proto.extras {
		if e.scatter != nil {
			leftOut = leftOut || extra.camera != nil || extra.sun != nil
			r.scatterLamp(e, index, scene.Entity{Point: extra.point, Spot: extra.spot}, nil, extra.entityFromNode)
			continue
		}
		name := r.nameWithin(e, extra.name)
		local := r.worlds[index].Mul4(extra.entityFromNode)
		if !finite(local) {
			r.errorf(e.node(), "the place of %q of its model is too large to compute with; want smaller positions and scales", extra.name)
			continue
		}
		if extra.camera != nil {
			camera := *extra.camera
			camera.Name = name
			var ok bool
			if camera.WorldFromCamera, ok = rigid(local); !ok {
				r.warnf(e.node(), "the camera %q of its model is left out: its node has no size", extra.name)
			} else {
				r.out.Cameras = append(r.out.Cameras, camera)
			}
		}
		if extra.sun != nil {
			r.addSunOfFile(e, *extra.sun, local)
		}
		if extra.point == nil && extra.spot == nil {
			continue
		}
		r.out.Entities = append(r.out.Entities, scene.Entity{
			Name: r.entityNames.unique(name), Parent: index, ParentFromLocal: extra.entityFromNode, Point: extra.point, Spot: extra.spot,
		})
		r.worlds = append(r.worlds, local)
	}
	if leftOut {
		r.warnf(e.at.At("Scatter"), "the cameras and directional lights of %s are left out, since they are not scattered", proto.name)
	}
}

// nameWithin is the name of something that an entity's model brings.
func (r *resolver) nameWithin(e *entity, name string) string {
	if r.doc == nil {
		return name // a model by itself has no entity to tell apart
	}
	return e.name + "/" + name
}

// addSunOfFile takes the sun of a model where the scene has none yet.
func (r *resolver) addSunOfFile(e *entity, sun scene.Sun, world mgl32.Mat4) {
	if r.file.sun != nil || r.sunOfFile != nil {
		if !r.sunLeftOut {
			r.warnf(e.node(), "the directional light of its model is left out, and so are others: a scene has one sun")
		}
		r.sunLeftOut = true
		return
	}
	m, ok := rigid(world)
	if !ok {
		return
	}
	sun.Direction = m.Mat3().Mul3x1(sun.Direction).Normalize()
	r.sunOfFile = &sun
}

// rigid takes the scale and shear out of a transform; its Z axis keeps its direction.
func rigid(m mgl32.Mat4) (mgl32.Mat4, bool) {
	z, y := m.Col(2).Vec3(), m.Col(1).Vec3()
	x := y.Cross(z)
	if !(z.Len() > 0) || !(x.Len() > 1e-6*z.Len()*y.Len()) {
		return mgl32.Ident4(), false
	}
	z, x = z.Normalize(), x.Normalize()
	return mgl32.Mat4FromCols(x.Vec4(0), z.Cross(x).Vec4(0), z.Vec4(0), m.Col(3)), true
}

// material is the index of a material in the scene; -1 where none is given.
func (r *resolver) material(ref field.Ref) (int, bool) {
	if ref.At == nil {
		return -1, true
	}
	if i, ok := r.stock.materials[ref.Name]; ok {
		return i, i >= 0
	}
	if len(r.file.materials) == 0 && !r.file.at.Sure("materials") {
		return -1, false // it may be one of those that could not be read
	}
	names := make([]string, len(r.file.materials))
	for i, e := range r.file.materials {
		names[i] = e.Name
	}
	r.unknown("material", ref, names, among("an entry of materials", names))
	return -1, false
}

// node is where the entity stands in the file; nil for that of a model by itself.
func (e *entity) node() *tree.Node { return e.at.Node() }
