package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTarget(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"there.d", "{b}"} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	one := []placed{{scene: "a/room.toml", shot: "main"}}
	two := []placed{{scene: "a/room.toml", shot: "main"}, {scene: "a/room.toml", shot: "night"}}
	tests := []struct {
		out, format string
		pictures    []placed
		want        string // files, or the error after "!"
	}{
		{"", "", one, "room.png"},
		{"", "exr", two, "room.exr room-night.exr"},
		{"x.png", "", one, "x.png"},
		{"X.EXR", "", one, "X.EXR"},
		{"x.png", "", two, "!is one file, but 2 pictures"},
		{"out", "", two, "out/room.png out/room-night.png"},
		{"out.v2/", "hdr", two, "out.v2/room.hdr out.v2/room-night.hdr"},
		{"there.d", "", one, "there.d/room.png"},
		{"{b}", "", one, "{b}/room.png"}, // such a folder is there
		{"{b}/", "", two, "{b}/room.png {b}/room-night.png"},
		{"{scene}/", "", two, "room/room.png room/room-night.png"},
		{"{scene}", "exr", one, "room/room.exr"},
		{"{foo}/", "", one, "!there is no {foo}, only {scene} and {shot}"},
		{"{scene}-{Shot}.png", "", one, "!there is no {Shot}, only {scene} and {shot}"},
		{"{scene}.png", "", two, "!put {shot} into the template"},
		{"", "", []placed{one[0], one[0]}, "!name the shot once"},
		{"", "", []placed{{scene: "x.toml", shot: "a+b"}, {scene: "x.toml", shot: "a_b"}}, "!rename one of the shots"},
		{"{scene}/{shot}.pfm", "", two, "room/main.pfm room/night.pfm"},
		{"{scene}.png", "", two, "!would both be written to room.png"},
		{"", "", []placed{{scene: "a/x.toml", shot: "main"}, {scene: "b/x.toml", shot: "main"}}, "!main of a/x.toml and main of b/x.toml"},
		{"", "", []placed{{scene: "x.toml", shot: "a-b"}, {scene: "x-a.toml", shot: "b"}}, "!would both"},
		{"", "", []placed{{scene: "x.toml", shot: "../../up"}}, "x-_.._.._up.png"},
		{"", "", []placed{{scene: "x.toml", shot: "Straße 1.5"}}, "x-Straße 1.5.png"},
	}
	for _, test := range tests {
		pictures := append([]placed(nil), test.pictures...)
		target, err := newTarget(test.out, test.format)
		if err == nil {
			err = target.place(pictures)
		}
		var files []string
		for _, p := range pictures {
			files = append(files, filepath.ToSlash(p.file))
		}
		got := strings.Join(files, " ")
		if want, fails := strings.CutPrefix(test.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), want) || exitCode(err) != exitUsage {
				t.Errorf("%q, %v: error %v, want %q", test.out, test.pictures, err, want)
			}
		} else if err != nil || got != test.want {
			t.Errorf("%q, %v: got %q, %v, want %q", test.out, test.pictures, got, err, test.want)
		}
	}
}

func TestSceneFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.toml", "a.json", "notes.txt", ".hidden.toml", "sub/c.toml"} {
		write(t, dir, name, "")
	}
	b := filepath.Join(dir, "b.toml")
	got, err := sceneFiles([]string{b, dir, b})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{b, filepath.Join(dir, "a.json")}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got %q, want %q", got, want)
	}
}
