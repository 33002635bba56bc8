package main

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// What was written while files were being read is a change, as far as times tell.
func TestStampsBefore(t *testing.T) {
	dir := t.TempDir()
	a, b, c := write(t, dir, "a", "1"), write(t, dir, "b", "1"), write(t, dir, "c", "1")
	began := time.Now()
	for file, at := range map[string]time.Time{a: began.Add(time.Hour), b: began.Add(-time.Hour), c: began.Add(time.Second)} {
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	now := stampsOf([]string{a, b, c})
	known := stamps{a: now[a], filepath.Join(dir, "gone"): {}}
	got := stampsOf([]string{a, b, c}).before(known, began)
	if want := (stamps{a: now[a], b: now[b], c: {}}); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A change is told once it is over; a file that stays what it was is not one.
func TestFileWatch(t *testing.T) {
	dir := t.TempDir()
	a, b := write(t, dir, "a", "one"), filepath.Join(dir, "b")
	files := []string{a, b}
	const pause = 20 * time.Millisecond
	watch := func(were stamps) <-chan struct{} { return changed(t.Context(), files, were, pause) }
	soon := func(c <-chan struct{}, what string) {
		t.Helper()
		select {
		case <-c:
		case <-time.After(10 * time.Second):
			t.Errorf("%s: no word", what)
		}
	}
	never := func(c <-chan struct{}, what string) {
		t.Helper()
		select {
		case <-c:
			t.Errorf("%s: told", what)
		case <-time.After(10 * pause):
		}
	}
	were := stampsOf(files)
	never(watch(were), "nothing")
	c := watch(were)
	write(t, dir, "a", "longer")
	soon(c, "written")
	soon(watch(were), "written before the watch began")

	c = watch(stampsOf(files))
	write(t, dir, "b", "new")
	soon(c, "made")
	c = watch(stampsOf(files))
	if err := os.Rename(write(t, dir, "c", "put in place"), a); err != nil {
		t.Fatal(err)
	}
	soon(c, "renamed")
	c = watch(stampsOf(files))
	if err := os.Remove(b); err != nil {
		t.Fatal(err)
	}
	soon(c, "removed")
}
