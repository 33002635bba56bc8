package asset

import (
	"strconv"

	"scenerender/scene"
)

// lodExtension is the extension, and where readNode leaves what it says. A node with it is the most
// detailed level, and lists lower ones. Those are usually not in the scene themselves: they stand
// beside the node, under the same parent. Where they are in the scene, they stay where they are.
const lodExtension = "MSFT_lod"

// A nodeLod is what a node says of its levels.
type nodeLod struct {
	ids      []int // in the file, of the lower levels
	coverage []float32
}

func (r *reader) readLod(e *element) *nodeLod {
	x := e.extension(lodExtension)
	if x == nil || !x.require("ids") {
		return nil
	}
	l := &nodeLod{ids: x.references("ids", "nodes")}
	if len(l.ids) == 0 {
		return nil // reported already
	}
	if most := scene.MaxLodLevels - 1; len(l.ids) > most {
		r.warn(x.at("ids"), "names %d lower levels, of which the first %d are used", len(l.ids), most)
		l.ids = l.ids[:most]
	}
	if l.coverage = r.readCoverage(e, len(l.ids)+1); l.coverage == nil {
		r.warn(x.at("ids"), "the lower levels are left out, since nothing says when to draw them (MSFT_screencoverage)")
		return nil
	}
	return l
}

// readCoverage reads the thresholds, which are in extras: whatever is wrong with them, the file is
// a good one.
func (r *reader) readCoverage(e *element, levels int) []float32 {
	const key = "MSFT_screencoverage"
	extras := e.v.get("extras")
	if extras == nil || extras.kind != '{' {
		return nil
	}
	v := extras.get(key)
	if v == nil {
		return nil
	}
	at := join(e.at("extras"), key)
	if v.kind != '[' || len(v.items) < levels-1 {
		r.warn(at, "must be an array of a number for each of the %d levels", levels)
		return nil
	}
	list := make([]float32, 0, levels)
	for i := range v.items[:min(levels, len(v.items))] {
		x := v.items[i]
		if x.kind != '0' || !(x.num >= 0 && x.num <= 1) {
			r.warn(at+"["+strconv.Itoa(i)+"]", "must be a number of 0 to 1, not %s", x.what())
			return nil
		}
		list = append(list, float32(x.num))
		if i > 0 && !(list[i] < list[i-1]) {
			r.warn(at+"["+strconv.Itoa(i)+"]", "is %v, must be below the one before, %v", list[i], list[i-1])
			return nil
		}
	}
	return list
}

// maxLevelNodes bounds the nodes of lower levels, which are copied for each node that lists them.
const maxLevelNodes = 1 << 18

// group finds out which nodes are in which group and level, and adds the lower levels that are not
// in the scene.
func (f *flattener) group() {
	type member struct{ lodOf, level int }
	roots := map[int]member{} // of lower levels
	inScene := len(f.nodes)
	inside := make([]bool, inScene) // of a group
	for i := range inScene {
		if p := f.nodes[i].Parent; p >= 0 {
			inside[i] = inside[p]
		}
		_, lower := roots[i]
		nested := inside[i] || lower
		inside[i] = nested
		l, ok := f.doc.nodes[f.from[i]].Extensions[lodExtension].(*nodeLod)
		if !ok || f.at[f.from[i]] != i {
			continue
		}
		place := join(nodePath(f.from[i])+".extensions", lodExtension)
		if nested {
			f.r.warn(place, "is left out, since the node is in a level of another one")
			continue
		}
		inside[i] = true
		f.nodes[i].Lod = &Lod{Levels: len(l.ids) + 1, Coverage: l.coverage}
		roots[i] = member{i, 0}
		for k, id := range l.ids {
			at, placed := f.at[id]
			placed = placed && at < inScene
			_, taken := roots[at]
			switch {
			case placed && f.above(at, i):
				f.r.fail(place+".ids["+strconv.Itoa(k)+"]", "names nodes[%d], which the node itself is or is below", id)
				return
			case placed && !taken:
			case len(f.nodes) > inScene+maxLevelNodes:
				f.r.fail(place, "the lower levels of the file have more than %d nodes together", maxLevelNodes)
				return
			default:
				at = f.addTree(id, f.nodes[i].Parent)
			}
			roots[at] = member{i, k + 1}
		}
	}
	for i := range f.nodes {
		n := &f.nodes[i]
		if m, ok := roots[i]; ok {
			n.LodOf, n.Level = m.lodOf, m.level
		} else if n.Parent >= 0 {
			n.LodOf, n.Level = f.nodes[n.Parent].LodOf, f.nodes[n.Parent].Level
		} else if i > 0 && f.from[i] == f.from[i-1] {
			// A skinned mesh, which does not move with its node, is drawn with it all the same.
			n.LodOf, n.Level = f.nodes[i-1].LodOf, f.nodes[i-1].Level
		}
	}
	for i := range f.nodes {
		// It is below a lower level whose group comes later in the scene.
		if n := &f.nodes[i]; n.Lod != nil && n.LodOf != i {
			f.r.fail(join(nodePath(f.from[i])+".extensions", lodExtension), "stands in a level of another node")
		}
	}
}

// above says whether one of nodes is another or holds it.
func (f *flattener) above(node, other int) bool {
	for ; other >= 0; other = f.nodes[other].Parent {
		if other == node {
			return true
		}
	}
	return false
}
