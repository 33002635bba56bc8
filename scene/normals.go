package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// smoothNormals returns unit normals that are the mean of the triangles around each position,
// weighted by the triangle's angle there (Thürmer and Wüthrich, "Computing Vertex Normals from
// Polygonal Facets", 1998). Vertices with the same position share their normal, so that texture
// seams do not show; one without any area points up.
func smoothNormals(positions []mgl32.Vec3, indices []uint32) []mgl32.Vec3 {
	weld := make(map[mgl32.Vec3]int, len(positions))
	group := make([]int, len(positions))
	for i, p := range positions {
		g, ok := weld[p]
		if !ok {
			g = len(weld)
			weld[p] = g
		}
		group[i] = g
	}
	sum := make([][3]float64, len(weld))
	for t := 0; t+2 < len(indices); t += 3 {
		for k := range 3 {
			a := indices[t+k]
			p := positions[a]
			u := positions[indices[t+(k+1)%3]].Sub(p)
			v := positions[indices[t+(k+2)%3]].Sub(p)
			n := u.Cross(v)
			length := float64(n.Len())
			if length == 0 {
				continue
			}
			angle := math.Atan2(length, float64(u.Dot(v))) / length
			s := &sum[group[a]]
			for c := range 3 {
				s[c] += angle * float64(n[c])
			}
		}
	}
	out := make([]mgl32.Vec3, len(positions))
	for i := range out {
		s := sum[group[i]]
		length := math.Sqrt(s[0]*s[0] + s[1]*s[1] + s[2]*s[2])
		if length == 0 {
			out[i] = mgl32.Vec3{0, 1, 0}
			continue
		}
		out[i] = vec3(s[0]/length, s[1]/length, s[2]/length)
	}
	return out
}
