package scene

import "math"

// room returns how many placements can be MinDistance apart, at most: discs of half that radius fill a
// plane to π/√12 (Thue, 1910), and they reach half a distance out of the area.
func (s *Scatter) room() int {
	d, w, h := float64(s.MinDistance), float64(s.Area[0]), float64(s.Area[1])
	area := (w + d) * (h + d)
	if s.Disc { // an ellipse's circumference is at most that of the circle with its mean square radius
		area = math.Pi/4*(w*h+d*d) + math.Pi*math.Sqrt((w*w+h*h)/2)*d/2
	}
	return int(min(area/(d*d*math.Sqrt(3)/2)+1, MaxScatter))
}

// A scatterGrid knows which places are taken. Cells are at least MinDistance wide, so that only a
// cell and its eight neighbours matter.
type scatterGrid struct {
	cell, distance2 float64
	left, top       float64
	columns, rows   int
	first           []int32 // of a cell's places, 1 + index; 0: none
	next            []int32 // of the same cell
	x, z            []float32
}

func newScatterGrid(s *Scatter, count int) *scatterGrid {
	w, h := float64(s.Area[0]), float64(s.Area[1])
	d := float64(s.MinDistance)
	// No more cells than about two a place, also for a long and narrow area.
	cell := max(d, math.Sqrt(w*h/float64(2*count+1)), max(w, h)/float64(2*count+1))
	g := &scatterGrid{
		cell: cell, distance2: d * d, left: -w / 2, top: -h / 2,
		columns: int(w/cell) + 1, rows: int(h/cell) + 1,
		next: make([]int32, 0, count), x: make([]float32, 0, count), z: make([]float32, 0, count),
	}
	g.first = make([]int32, g.columns*g.rows)
	return g
}

// add takes a place unless another is too near.
func (g *scatterGrid) add(x, z float32) bool {
	column := min(max(int((float64(x)-g.left)/g.cell), 0), g.columns-1)
	row := min(max(int((float64(z)-g.top)/g.cell), 0), g.rows-1)
	for r := max(row-1, 0); r <= min(row+1, g.rows-1); r++ {
		for c := max(column-1, 0); c <= min(column+1, g.columns-1); c++ {
			for i := g.first[r*g.columns+c]; i != 0; i = g.next[i-1] {
				dx, dz := float64(x)-float64(g.x[i-1]), float64(z)-float64(g.z[i-1])
				if dx*dx+dz*dz < g.distance2 {
					return false
				}
			}
		}
	}
	at := row*g.columns + column
	g.next = append(g.next, g.first[at])
	g.x, g.z = append(g.x, x), append(g.z, z)
	g.first[at] = int32(len(g.x))
	return true
}
