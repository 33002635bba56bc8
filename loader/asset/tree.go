package asset

import (
	"strconv"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

// flattenNodes lists the nodes of the default scene, parents first, and reports what keeps
// the nodes of the file from being trees.
func flattenNodes(doc *document, data *buffers, r *report) []Node {
	if !checkTrees(doc, r) || r.failed() {
		return nil
	}
	roots := doc.roots()
	f := flattener{doc: doc, data: data, r: r, at: make(map[int]int, len(doc.nodes))}
	if len(doc.skins) > 0 {
		f.findWorlds()
	}
	for _, root := range roots {
		f.addTree(root, -1)
	}
	f.group()
	return f.nodes
}

// addTree appends a node and all below it, and returns its index in nodes.
func (f *flattener) addTree(root, parent int) int {
	first := len(f.nodes)
	// A stack of its own: a chain of a million nodes is a legal file.
	type visit struct{ node, parent int }
	stack := []visit{{root, parent}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at := f.add(v.node, v.parent)
		children := f.doc.nodes[v.node].Children
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, visit{children[i], at})
		}
	}
	return first
}

// roots returns the root nodes of the scene to draw. A file without scenes is a library of
// meshes: all its trees are drawn.
func (d *document) roots() []int {
	switch {
	case d.scene >= 0:
		return d.scenes[d.scene]
	case len(d.scenes) > 0:
		return d.scenes[0]
	}
	isChild := make([]bool, len(d.nodes))
	for _, n := range d.nodes {
		if n != nil {
			for _, c := range n.Children {
				isChild[c] = true
			}
		}
	}
	var roots []int
	for i := range d.nodes {
		if !isChild[i] {
			roots = append(roots, i)
		}
	}
	return roots
}

// checkTrees reports nodes with two parents, loops, and scenes that start below a root.
func checkTrees(doc *document, r *report) bool {
	ok := true
	parent := make([]int, len(doc.nodes))
	for i := range parent {
		parent[i] = -1
	}
	for i, n := range doc.nodes {
		if n == nil {
			ok = false
			continue
		}
		for k, c := range n.Children {
			if parent[c] >= 0 {
				r.fail(nodePath(i)+".children["+strconv.Itoa(k)+"]", "nodes[%d] already is a child of nodes[%d]", c, parent[c])
				ok = false
				continue
			}
			parent[c] = i
		}
	}
	// Every node has at most one parent here, so following parents either ends or comes back.
	const unknown, onPath, fine = 0, 1, 2
	state := make([]uint8, len(doc.nodes))
	for i := range doc.nodes {
		at := i
		for at >= 0 && state[at] == unknown {
			state[at] = onPath
			at = parent[at]
		}
		if at >= 0 && state[at] == onPath {
			r.fail(nodePath(at), "is its own ancestor")
			ok = false
		}
		for at = i; at >= 0 && state[at] == onPath; at = parent[at] {
			state[at] = fine
		}
	}
	for i, roots := range doc.scenes {
		for k, n := range roots {
			if parent[n] >= 0 {
				r.fail("scenes["+strconv.Itoa(i)+"].nodes["+strconv.Itoa(k)+"]", "nodes[%d] is not a root, it is a child of nodes[%d]", n, parent[n])
				ok = false
			}
		}
	}
	return ok
}

func nodePath(i int) string { return "nodes[" + strconv.Itoa(i) + "]" }

type flattener struct {
	doc   *document
	data  *buffers
	r     *report
	nodes []Node
	from  []int       // index in the file of each of nodes
	at    map[int]int // its inverse, the first one

	worldFromNode []mgl32.Mat4 // only where there are skins
}

// add appends the node, and returns its index in nodes.
func (f *flattener) add(index, parent int) int {
	n := f.doc.nodes[index]
	node := Node{Name: n.Name, Parent: parent, ParentFromLocal: localMatrix(n), Mesh: -1, LodOf: -1}
	if n.Camera != nil {
		node.Camera = f.doc.cameras[*n.Camera]
	}
	if i, ok := n.Extensions[lightOfNode].(int); ok && f.doc.lights[i] != nil {
		f.doc.lights[i].attach(&node)
	}
	at := len(f.nodes)
	if _, again := f.at[index]; !again {
		f.at[index] = at
	}
	f.nodes, f.from = append(f.nodes, node), append(f.from, index)
	switch {
	case n.Mesh == nil:
	case n.Skin == nil:
		f.nodes[at].Mesh = *n.Mesh
	default:
		f.nodes = append(f.nodes, Node{
			Name: n.Name, Parent: -1, Mesh: *n.Mesh,
			ParentFromLocal: f.bindPose(*n.Skin), LodOf: -1,
		})
		f.from = append(f.from, index)
	}
	return at
}

// findWorlds fills worldFromNode for every node of the file.
func (f *flattener) findWorlds() {
	f.worldFromNode = make([]mgl32.Mat4, len(f.doc.nodes))
	isChild := make([]bool, len(f.doc.nodes))
	for _, n := range f.doc.nodes {
		for _, c := range n.Children {
			isChild[c] = true
		}
	}
	var stack []int
	for i, n := range f.doc.nodes {
		f.worldFromNode[i] = localMatrix(n)
		if !isChild[i] {
			stack = append(stack, i)
		}
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, c := range f.doc.nodes[i].Children {
			f.worldFromNode[c] = f.worldFromNode[i].Mul4(f.worldFromNode[c])
			stack = append(stack, c)
		}
	}
}

// bindPose places a skinned mesh as its first joint does, which in the bind pose is what all
// joints do. A skinned mesh does not follow its own node.
func (f *flattener) bindPose(skin int) mgl32.Mat4 {
	f.r.warnOnce("skin", "skins["+strconv.Itoa(skin)+"]", "skins are not supported: the mesh stands in its bind pose")
	s := f.doc.skins[skin]
	if s == nil {
		return mgl32.Ident4()
	}
	m := f.worldFromNode[s.Joints[0]]
	if s.InverseBindMatrices != nil {
		a := f.doc.accessors[*s.InverseBindMatrices]
		if a != nil && a.Type == gltf.AccessorMat4 && a.ComponentType == gltf.ComponentFloat {
			if flat, err := f.data.floats(a, 0, 1); err == nil {
				m = m.Mul4(mgl32.Mat4(flat))
			}
		}
	}
	return m
}
