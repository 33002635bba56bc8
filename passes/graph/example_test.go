package graph_test

import (
	"fmt"

	"scenerender/passes/graph"
)

// Use stands for vk.Use.
type Use int

const (
	ColorWrite Use = iota
	Sampled
	StorageWrite
	CopyFrom
)

func (u Use) Reads() bool  { return u == Sampled || u == CopyFrom }
func (u Use) Writes() bool { return !u.Reads() }
func (u Use) Layout() int  { return int(u) + 1 }
func (u Use) String() string {
	return [...]string{"color-write", "sampled", "storage-write", "copy-from"}[u]
}

// Recorder stands for what passes record with.
type Recorder struct{}

func (*Recorder) Barriers(b []graph.Barrier) { fmt.Println(len(b), "barriers") }
func (*Recorder) Draw(what string)           { fmt.Println("draw", what) }

func Example() {
	g := graph.New[*Recorder](graph.Names{})
	size := graph.ImageDesc{Width: 64, Height: 64}

	geometry := g.AddPass("geometry")
	normal := geometry.WriteDiscard(g.CreateImage("geometry.normal", size), ColorWrite)
	geometry.Record(func(r *Recorder) { r.Draw("triangles") })

	lighting := g.AddPass("lighting")
	lighting.Read(normal, Sampled)
	color := lighting.WriteDiscard(g.CreateImage("lighting.color", size), StorageWrite)
	lighting.Record(func(r *Recorder) { r.Draw("light") })

	debug := g.AddPass("debug")
	debug.Read(normal, Sampled)
	debug.Write(g.CreateImage("debug.view", size), ColorWrite)
	debug.Record(func(r *Recorder) { r.Draw("never") })

	g.Output(color, CopyFrom)

	plan, err := g.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	r := &Recorder{}
	for i := range plan.Steps {
		r.Barriers(plan.Steps[i].Barriers)
		g.Run(&plan.Steps[i], r)
	}
	r.Barriers(plan.Final)
	for i := range plan.Culled {
		fmt.Printf("%s: %s\n", plan.Culled[i].Name, plan.Why(&plan.Culled[i]))
	}
	// Output:
	// 1 barriers
	// draw triangles
	// 2 barriers
	// draw light
	// 1 barriers
	// debug: nobody reads debug.view
}
