package graph

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestDumpsEscape: names come from code, but a dump of any name has to open.
func TestDumpsEscape(t *testing.T) {
	g := New[*frame](Names{})
	const name = "a<b>&\"c\"\\\n\x01\xff"
	x := g.AddPass(name).Write(g.CreateImage(name, ImageDesc{Width: 4, Height: 4, Depth: 2, Flags: 16}), colorWrite)
	g.Output(x, nil)
	g.AddPass("culled " + name)
	plan := mustCompile(t, g)

	svg := xml.NewDecoder(strings.NewReader(plan.SVG()))
	var text strings.Builder
	for {
		token, err := svg.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the SVG is not XML: %v", err)
		}
		if data, ok := token.(xml.CharData); ok {
			text.Write(data)
		}
	}
	if want := "a<b>&\"c\"\\\n\uFFFD\uFFFD"; !strings.Contains(text.String(), want) {
		t.Errorf("the SVG does not show %q:\n%s", want, text.String())
	}
	if want := `label="a<b>&\"c\"\\\n` + "\uFFFD\uFFFD" + `"`; !strings.Contains(plan.DOT(), want) {
		t.Errorf("the DOT has no %s:\n%s", want, plan.DOT())
	}
	if want := "image 4x4x2 format 0 flags 0x10"; !strings.Contains(plan.Text(), want) {
		t.Errorf("the text has no %q:\n%s", want, plan.Text())
	}
}

func TestEmptyFrame(t *testing.T) {
	plan := mustCompile(t, newGraph())
	if got, want := plan.Text(), "0 passes run, 0 culled; 0 resources, 0 slots\n\npasses\n\nresources\n"; got != want {
		t.Errorf("got %q", got)
	}
	if !strings.Contains(plan.SVG(), "end of frame") || !strings.HasPrefix(plan.DOT(), "digraph") {
		t.Error("an empty frame does not draw")
	}
}
