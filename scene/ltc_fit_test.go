package scene

import (
	"encoding/binary"
	"math"
	"os"
	"runtime"
	"sort"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// ggx is the reflection that LTC stands for, seen from a cosine to the normal: the shader's D·V·(n·l)
// without Fresnel's factor, in the frame with the normal as Z and the viewer in XZ.
type ggx struct {
	view  mgl64.Vec3
	alpha float64
}

func newGGX(nDotV, roughness float64) ggx {
	return ggx{mgl64.Vec3{math.Sqrt(1 - nDotV*nDotV), 0, nDotV}, roughness * roughness}
}

// eval is D·V·(n·l) towards a unit vector.
func (g ggx) eval(l mgl64.Vec3) float64 {
	nl, nv := l[2], g.view[2]
	if nl <= 0 {
		return 0
	}
	h := g.view.Add(l).Normalize()
	a2 := g.alpha * g.alpha
	d := h[0]*h[0] + h[1]*h[1] + h[2]*h[2]*a2
	visibility := 0.5 / (nl*math.Sqrt(nv*nv*(1-a2)+a2) + nv*math.Sqrt(nl*nl*(1-a2)+a2))
	return a2 / (math.Pi * d * d) * visibility * nl
}

// density is that of sample, in directions to the light.
func (g ggx) density(l mgl64.Vec3) float64 {
	h := g.view.Add(l)
	if !(h[2] > 0) {
		return 0
	}
	h = h.Normalize()
	a2, nv := g.alpha*g.alpha, g.view[2]
	d := h[0]*h[0] + h[1]*h[1] + h[2]*h[2]*a2
	masking := 2 * nv / (nv + math.Sqrt(nv*nv*(1-a2)+a2))
	return a2 / (math.Pi * d * d) * masking / (4 * nv)
}

// sample chooses a direction by the normals that the viewer sees (Heitz, "Sampling the GGX
// Distribution of Visible Normals", JCGT 2018, appendix A). It may lie below the surface.
func (g ggx) sample(u, v float64) mgl64.Vec3 {
	stretched := mgl64.Vec3{g.alpha * g.view[0], 0, g.view[2]}.Normalize()
	t1 := mgl64.Vec3{0, -1, 0} // the viewer is in XZ
	t2 := stretched.Cross(t1)
	radius := math.Sqrt(u)
	sin, cos := math.Sincos(2 * math.Pi * v)
	x, y := radius*cos, radius*sin
	s := 0.5 * (1 + stretched[2])
	y = (1-s)*math.Sqrt(1-x*x) + s*y
	n := t1.Mul(x).Add(t2.Mul(y)).Add(stretched.Mul(math.Sqrt(max(0, 1-x*x-y*y))))
	h := mgl64.Vec3{g.alpha * n[0], g.alpha * n[1], max(n[2], 0)}.Normalize()
	return h.Mul(2 * g.view.Dot(h)).Sub(g.view)
}

// lobe is a matrix that is being fitted, with its inverse.
type lobe struct {
	to, from mgl64.Mat3
	det      float64
}

func newLobe(l LTC, nDotV, roughness float64) lobe {
	to := l.Matrix(nDotV, roughness)
	return lobe{to, to.Inv(), math.Abs(to.Det())}
}

// eval is the lobe's value towards a unit vector (Heitz et al., 2016, eq. 1).
func (m *lobe) eval(l mgl64.Vec3) float64 {
	w := m.to.Mul3x1(l)
	if w[2] <= 0 {
		return 0
	}
	length2 := w.Dot(w)
	return w[2] / math.Pi * m.det / (length2 * length2)
}

func (m *lobe) sample(u, v float64) mgl64.Vec3 {
	sin, cos := math.Sincos(2 * math.Pi * v)
	r := math.Sqrt(u)
	return m.from.Mul3x1(mgl64.Vec3{r * cos, r * sin, math.Sqrt(1 - u)}).Normalize()
}

// fitSamples is the square of how many directions of each kind a lobe is compared in.
const fitSamples = 40

// fitError is the integral of the difference over all directions, estimated in directions of both by
// the balance heuristic. It is twice what a light can be wrong by, as a share of what all around
// reflects, whatever its shape. The paper minimises the third power instead, which is nearer at the
// peak but twice as far from the integrals that lights are made of.
func fitError(g ggx, albedo float64, m lobe) float64 {
	sum := 0.0
	add := func(l mgl64.Vec3) {
		p, q := g.eval(l)/albedo, m.eval(l)
		if density := g.density(l) + q; density > 0 {
			sum += math.Abs(p-q) / density / (fitSamples * fitSamples)
		}
	}
	for i := range fitSamples {
		for j := range fitSamples {
			u, v := (float64(i)+0.5)/fitSamples, (float64(j)+0.5)/fitSamples
			add(g.sample(u, v))
			add(m.sample(u, v))
		}
	}
	return sum
}

// fitLTC fits a lobe, starting from those that are near.
func fitLTC(nDotV, roughness float64, starts ...LTC) LTC {
	g := newGGX(nDotV, roughness)
	scale, bias := DFG(nDotV, roughness, 4096)
	at := func(x []float64) LTC {
		if nDotV == 1 {
			return LTC{1, 0, 0, math.Exp(x[0])}
		}
		return LTC{math.Exp(x[0]), x[1], x[2], math.Exp(x[3])}
	}
	best, least := LTC{}, math.Inf(1)
	for _, start := range starts {
		x := []float64{math.Log(start[0]), start[1], start[2], math.Log(start[3])}
		if nDotV == 1 {
			x = x[3:]
		}
		f := func(x []float64) float64 { return fitError(g, scale+bias, newLobe(at(x), nDotV, roughness)) }
		x = nelderMead(x, 0.1, 300, f)
		x = nelderMead(x, 0.03, 300, f)
		if e := f(x); e < least {
			best, least = at(x), e
		}
	}
	return best
}

// nelderMead finds a minimum near a start (Nelder and Mead, "A Simplex Method for Function
// Minimization", 1965).
func nelderMead(start []float64, step float64, steps int, f func([]float64) float64) []float64 {
	n := len(start)
	type corner struct {
		x []float64
		f float64
	}
	at := func(x []float64) corner { return corner{x, f(x)} }
	simplex := []corner{at(start)}
	for i := range n {
		x := append([]float64(nil), start...)
		x[i] += step
		simplex = append(simplex, at(x))
	}
	for range steps {
		sort.SliceStable(simplex, func(i, j int) bool { return simplex[i].f < simplex[j].f })
		best, worst := simplex[0], simplex[n]
		if math.Abs(worst.f-best.f) <= 1e-6*math.Abs(best.f) {
			break
		}
		along := func(t float64) corner { // from the worst through the middle of the others
			x := make([]float64, n)
			for i := range x {
				middle := 0.0
				for _, c := range simplex[:n] {
					middle += c.x[i] / float64(n)
				}
				x[i] = worst.x[i] + t*(middle-worst.x[i])
			}
			return at(x)
		}
		next := along(2)
		switch {
		case next.f < best.f:
			if further := along(3); further.f < next.f {
				next = further
			}
		case next.f < simplex[n-1].f:
		default:
			if next.f < worst.f {
				next = along(1.5)
			} else {
				next = along(0.5)
			}
			if next.f >= worst.f {
				for i := range simplex[1:] {
					x := make([]float64, n)
					for k := range x {
						x[k] = (best.x[k] + simplex[i+1].x[k]) / 2
					}
					simplex[i+1] = at(x)
				}
				continue
			}
		}
		simplex[n] = next
	}
	sort.SliceStable(simplex, func(i, j int) bool { return simplex[i].f < simplex[j].f })
	return simplex[0].x
}

// fitTable fits every cell: rows side by side, each from what is seen head-on.
func fitTable(size int) []LTC {
	table := make([]LTC, size*size)
	for y := size - 1; y >= 0; y-- {
		_, roughness := ltcCell(0, y, size)
		start := LTC{1, 0, 0, 1}
		if y < size-1 {
			start = table[(y+1)*size]
		}
		table[y*size] = fitLTC(1, roughness, start)
	}
	var wg sync.WaitGroup
	rows := make(chan int, size)
	for y := range size {
		rows <- y
	}
	close(rows)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for y := range rows {
				before := 1.0
				for x := 1; x < size; x++ {
					nDotV, roughness := ltcCell(x, y, size)
					// What a smooth surface's lobe spans goes with n·v; a rough one's hardly changes.
					same := table[y*size+x-1]
					scaled := LTC{same[0] * nDotV / before, same[1], same[2], same[3] * nDotV / before}
					table[y*size+x] = fitLTC(nDotV, roughness, same, scaled)
					before = nDotV
				}
			}
		})
	}
	wg.Wait()
	return table
}

// ltc.bin is what the fit finds: cells here and there cannot be moved to a place that is better, and
// their lobes are near the reflection. With -update the table is made anew, which takes minutes.
func TestFitLTC(t *testing.T) {
	if *update {
		var out []byte
		for _, l := range fitTable(LTCSize) {
			for _, x := range l {
				out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(x)))
			}
		}
		if err := os.WriteFile("ltc.bin", out, 0o644); err != nil {
			t.Fatal(err)
		}
		ltcFile = out
	}
	if len(ltcFile) != 16*LTCSize*LTCSize {
		t.Fatalf("ltc.bin has %d bytes", len(ltcFile))
	}
	for y := 0; y < LTCSize; y += 10 {
		for x := 0; x < LTCSize; x += 11 {
			nDotV, roughness := ltcCell(x, y, LTCSize)
			cell := LTC{}
			for c, v := range LTCTable()[4*(y*LTCSize+x):][:4] {
				cell[c] = float64(v)
			}
			g := newGGX(nDotV, roughness)
			scale, bias := DFG(nDotV, roughness, 4096)
			e := fitError(g, scale+bias, newLobe(cell, nDotV, roughness))
			again := fitLTC(nDotV, roughness, cell)
			better := fitError(g, scale+bias, newLobe(again, nDotV, roughness))
			t.Logf("n·v %.3f roughness %.3f: %.3f, off by %.4f", nDotV, roughness, cell, e)
			if better < e*0.98-1e-5 {
				t.Errorf("n·v %.3f roughness %.3f: %.3f is off by %.4f, %.3f by %.4f", nDotV, roughness, cell, e, again, better)
			}
			if e > 0.4 || e > 0.18 && nDotV > 0.3 {
				t.Errorf("n·v %.3f roughness %.3f: off by %.4f", nDotV, roughness, e)
			}
		}
	}
}

// The share of a lobe above the surface is that of directions that are chosen by it.
func TestLTCAbove(t *testing.T) {
	for _, roughness := range []float64{0.2, 0.4, 0.7, 1} {
		for _, nDotV := range []float64{1, 0.5, 0.1} {
			l := LTCAt(nDotV, roughness)
			m := newLobe(l, nDotV, roughness)
			const n = 300
			above := 0.0
			for i := range n {
				for j := range n {
					if m.sample((float64(i)+0.5)/n, (float64(j)+0.5)/n)[2] > 0 {
						above += 1.0 / (n * n)
					}
				}
			}
			if got := l.Above(nDotV, roughness); math.Abs(got-above) > 2e-3 {
				t.Errorf("n·v %g roughness %g: %.4f, by samples %.4f", nDotV, roughness, got, above)
			}
		}
	}
}
