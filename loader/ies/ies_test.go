package ies

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// file is a small good file, from which tests take and to which they add.
const file = `IESNA:LM-63-2002
[TEST] none
[MANUFAC] made for this test
TILT=NONE
1 1000 2 3 1 1 2 0.1 0.1 0
0.5 1 20
0 45 90
0
100 50 0
`

func decode(t *testing.T, text string) *Photometry {
	t.Helper()
	p, err := Decode(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func same(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-9 {
			return false
		}
	}
	return true
}

func TestDecode(t *testing.T) {
	p := decode(t, file)
	if !same(p.Vertical, []float64{0, 45, 90}) || !same(p.Horizontal, []float64{0}) || !same(p.Candela, []float64{100, 50, 0}) || p.Lumens != 1000 {
		t.Errorf("%+v", p)
	}
	// Of versions before 1995 the ballast-lamp factor counts; later ones keep its place for other things.
	for header, factor := range map[string]float64{"IESNA91": 3, "a luminaire without a version": 3, "IESNA:LM-63-1995": 1, "IES:LM-63-2019": 1} {
		text := strings.Replace(strings.Replace(file, "IESNA:LM-63-2002", header, 1), "0.5 1 20", "0.5 3 20", 1)
		if p := decode(t, text); !same(p.Candela, []float64{100 * factor, 50 * factor, 0}) {
			t.Errorf("%s: %v cd", header, p.Candela)
		}
	}
	// Line breaks and commas are blanks; a tilt is skipped; -1 lumen is a luminaire measured as a whole.
	loose := "\ufeffA label\r\nTILT=INCLUDE\r\n1\r\n2\r\n0 90\r\n1 0.9\r\n2,-1,1,2,1,1,1,0,0,0\r\n1 1\r\n100\r\n0 90\r\n0 7,\r\n8\r\n\r\n\x1a"
	if p := decode(t, loose); !same(p.Candela, []float64{7, 8}) || p.Lumens != 0 {
		t.Errorf("%+v", p)
	}
}

// What is left to symmetry is filled in.
func TestUnfold(t *testing.T) {
	planes := func(horizontal, candela string, count string) *Photometry {
		text := strings.Replace(file, "1000 2 3 1 1", "1000 2 2 "+count+" 1", 1)
		head, _, _ := strings.Cut(text, "0 45 90")
		return decode(t, head+"0 90\n"+horizontal+"\n"+candela+"\n")
	}
	for _, c := range []struct {
		horizontal, candela, count string
		angles, first              []float64 // the first value of each plane
	}{
		{"0 30 90", "1 0 2 0 3 0", "3", []float64{0, 30, 90, 150, 180, 210, 270, 330, 360}, []float64{1, 2, 3, 2, 1, 2, 3, 2, 1}},
		{"0 60 180", "1 0 2 0 3 0", "3", []float64{0, 60, 180, 300, 360}, []float64{1, 2, 3, 2, 1}},
		{"0 120 240 360", "1 0 2 0 3 0 1 0", "4", []float64{0, 120, 240, 360}, []float64{1, 2, 3, 1}},
		// Mirrored in the plane of 90 and 270: 60 is as 120, 0 as 180.
		{"90 120 180 270", "1 0 2 0 3 0 4 0", "4", []float64{0, 60, 90, 120, 180, 270, 360}, []float64{3, 2, 1, 2, 3, 4, 3}},
	} {
		p := planes(c.horizontal, c.candela, c.count)
		var first []float64
		for i := 0; i < len(p.Candela); i += 2 {
			first = append(first, p.Candela[i])
		}
		if !same(p.Horizontal, c.angles) || !same(first, c.first) {
			t.Errorf("%s: %v with %v, want %v with %v", c.horizontal, p.Horizontal, first, c.angles, c.first)
		}
	}
}

// Mistakes are told with the line they are in.
func TestMistakes(t *testing.T) {
	replaced := func(old, new string) string {
		if !strings.Contains(file, old) {
			t.Fatalf("%q is not in the file", old)
		}
		return strings.Replace(file, old, new, 1)
	}
	for _, c := range []struct{ text, want string }{
		{"", `has no line "TILT="; want a photometric data file of IES LM-63`},
		{"{}", `has no line "TILT="; want a photometric data file of IES LM-63`},
		{replaced("LM-63-2002", "LM-63-2031"), `line 1: want "IESNA91", "IESNA:LM-63-1995", "IESNA:LM-63-2002", "IES:LM-63-2019" or a label, found "IESNA:LM-63-2031"`},
		{replaced("TILT=NONE", "TILT=lamp.tlt"), `line 4: the lamp's tilt is in another file, "lamp.tlt"; want TILT=NONE or TILT=INCLUDE`},
		{replaced("TILT=NONE", "TILT=INCLUDE"), "line 9: want a tilt angle, found the end of the file"},
		{replaced("1 1000", "1.5 1000"), "line 5: want the number of lamps, a whole number, found 1.5"},
		{replaced("1000", "many"), `line 5: want the lumens of a lamp, a number, found "many"`},
		{replaced("1000", "nan"), `line 5: want the lumens of a lamp, a number, found "nan"`},
		{replaced("1000", "0x1p4"), `line 5: want the lumens of a lamp, a number, found "0x1p4"`},
		{replaced("1 1 2 0.1", "1 2 2 0.1"), "line 5: photometric type B (2), of floodlights and headlamps; want type C (1)"},
		{replaced("1 1 2 0.1", "1 3 2 0.1"), "line 5: photometric type A (3), of floodlights and headlamps; want type C (1)"},
		{replaced("1 1 2 0.1", "1 4 2 0.1"), "line 5: want the photometric type from 1 to 3, found 4"},
		{replaced("2 3 1 1", "2 9999 9999 1"), "line 6: 9999 vertical times 9999 horizontal angles; want at most 1048576 values"},
		{replaced("2 3 1 1", "2 1 1 1"), "line 5: want the number of vertical angles from 2 to 10000, found 1"},
		{replaced("0 45 90", "0 95 90"), "line 7: want a vertical angle above the one before, which is 95, found 90"},
		{replaced("0 45 90", "0 45 80"), "line 7: want vertical angles from 0 to 90, 0 to 180, 90 to 180, found 0 to 80"},
		{replaced("90\n0\n", "90\n10\n"), "line 8: want horizontal angles from 0 to 0, 0 to 90, 0 to 180, 0 to 360, 90 to 270, found 10 to 10"},
		{replaced("100 50 0", "100 -50 0"), "line 9: want a candela value from 0 to 1e+12, found -50"},
		{replaced("100 50 0", "100 50"), "line 9: want a candela value, found the end of the file"},
		{replaced("100 50 0", "100 50 0 0"), `line 9: want the end, since all 3 candela values are there, found "0"`},
		{replaced("2 3 1 1", "1e12 3 1 1"), "an intensity of 5e+13 cd; want at most 1e+12"},
		{strings.Repeat("x", MaxBytes+1), "is larger than 4 MiB"},
	} {
		_, err := Decode(strings.NewReader(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%.200q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// Whatever a file says, its planes make a circle and its numbers fit.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(file))
	f.Add([]byte("x\nTILT=INCLUDE\n1\n2\n0 90\n1 0.9\n2,-1,1,2,3,1,1,0,0,0\n1 1\n100\n0 90\n90 180 270\n0 7 8 1 2 3"))
	files, err := filepath.Glob("../../scenes/profiles/*.ies")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Decode(strings.NewReader(string(data)))
		if err != nil {
			if p != nil || len(err.Error()) > 500 || strings.Contains(err.Error(), "\n") {
				t.Errorf("message %q", err)
			}
			return
		}
		if len(p.Vertical) < 2 || len(p.Candela) != len(p.Vertical)*len(p.Horizontal) {
			t.Fatalf("%d values of %d x %d", len(p.Candela), len(p.Vertical), len(p.Horizontal))
		}
		if n := len(p.Horizontal); p.Horizontal[0] != 0 || n > 1 && p.Horizontal[n-1] != 360 {
			t.Errorf("planes from %v to %v", p.Horizontal[0], p.Horizontal[n-1])
		}
		for _, list := range [][]float64{p.Vertical, p.Horizontal} {
			for i := 1; i < len(list); i++ {
				if !(list[i] > list[i-1]) {
					t.Errorf("%v after %v", list[i], list[i-1])
				}
			}
		}
		for _, c := range p.Candela {
			if !(c >= 0 && c <= 1e12) {
				t.Errorf("%v cd", c)
			}
		}
	})
}
