package vk

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestCacheFile(t *testing.T) {
	id := cacheIdentity{vendor: 0x10de, device: 0x2204, driver: 7, uuid: [16]byte{1, 2, 3}}
	payload := []byte("what the driver wants to see again")
	file := encodeCache(id, payload)
	if got, err := decodeCache(id, file); err != nil || !bytes.Equal(got, payload) {
		t.Fatalf("%q, %v", got, err)
	}
	if got, err := decodeCache(id, encodeCache(id, nil)); err != nil || len(got) != 0 {
		t.Fatalf("empty: %q, %v", got, err)
	}
	for n := range file {
		if _, err := decodeCache(id, file[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes were accepted", n, len(file))
		}
	}
	if _, err := decodeCache(id, append(bytes.Clone(file), 0)); err == nil {
		t.Error("a longer file was accepted")
	}
	for i := range file {
		for bit := range 8 {
			bad := bytes.Clone(file)
			bad[i] ^= 1 << bit
			if _, err := decodeCache(id, bad); err == nil {
				t.Fatalf("bit %d of byte %d flipped: accepted", bit, i)
			}
		}
	}
	for _, other := range []cacheIdentity{
		{vendor: 1, device: id.device, driver: id.driver, uuid: id.uuid},
		{vendor: id.vendor, device: 1, driver: id.driver, uuid: id.uuid},
		{vendor: id.vendor, device: id.device, driver: 8, uuid: id.uuid},
		{vendor: id.vendor, device: id.device, driver: id.driver},
	} {
		if _, err := decodeCache(other, file); err == nil {
			t.Errorf("%+v was shown the data of %+v", other, id)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		if _, err := decodeCache(id, rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "file")); err == nil {
			t.Fatal("noise was accepted")
		}
	})
}

func TestWriteFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new folder", "cache")
	for _, want := range []string{"one", "two, longer"} {
		if err := writeFile(path, []byte(want)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%q, %v", got, err)
		}
	}
	if all, err := os.ReadDir(filepath.Dir(path)); err != nil || len(all) != 1 {
		t.Errorf("temporary files stay: %v, %v", all, err)
	}
	if err := writeFile(filepath.Join(path, "under a file"), nil); err == nil {
		t.Error("wrote below a file")
	}
}

// TestPipelineCache opens, fills and saves the cache, also over damaged files, and finds the same file again.
func TestPipelineCache(t *testing.T) {
	dir := t.TempDir()
	var path string
	session := func() (loaded, saved []byte) {
		t.Helper()
		d := openWithoutCleanup(t, dir)
		path, loaded = d.cache.path, d.cache.loaded
		p := must[*Pipeline](t)(d.NewCompute(ComputeDesc{Name: "fill", Code: shader(t, "fill.comp"), Layout: fillLayout}))
		p.Destroy()
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		saved, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return loaded, saved
	}
	loaded, first := session()
	if loaded != nil {
		t.Error("loaded what was never saved")
	}
	loaded, again := session()
	if len(loaded) == 0 || !bytes.Equal(first[cacheHeader:], loaded) {
		t.Errorf("loaded %d bytes of %d saved", len(loaded), len(first)-cacheHeader)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	session()
	if after, err := os.Stat(path); err != nil || bytes.Equal(first, again) && !os.SameFile(before, after) {
		t.Errorf("an unchanged cache was written anew: %v", err)
	}
	flipped := bytes.Clone(first)
	flipped[len(flipped)-1] ^= 1
	for name, bad := range map[string][]byte{
		"truncated": first[:len(first)-1], "empty": {}, "damaged": flipped, "noise": bytes.Repeat([]byte{0x5a}, 1000),
	} {
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if loaded, saved := session(); loaded != nil || len(saved) <= cacheHeader {
			t.Errorf("%s: loaded %d bytes, saved %d", name, len(loaded), len(saved))
		}
	}
}

func openWithoutCleanup(t *testing.T, cache string) *Device {
	t.Helper()
	probe := openDevice(t) // decides about skipping
	d, err := Open(Options{Device: fmt.Sprint(probe.Info().Index), Validation: true, CacheDir: cache})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestWhenPipelinesCompile reports where a driver spends a pipeline's compilation: in creating it, or at its first
// dispatch.
func TestWhenPipelinesCompile(t *testing.T) {
	d := openWith(t, Options{Device: os.Getenv("SCENERENDER_DEVICE")})
	code := shader(t, "heavy.comp")
	values := newBuffer(t, d, BufferDesc{Name: "values", Size: 256, Uses: Uses(StorageReadWriteCompute)})
	l := Layout{Bindings: []Binding{{Binding: 0, Type: StorageBuffer}}, PushSize: 4}
	for seed := range uint32(3) {
		start := time.Now()
		p := newCompute(t, d, ComputeDesc{Name: "heavy", Code: code, Layout: l, Constants: []Constant{{0, uint32(os.Getpid())*4 + seed}}})
		created := time.Since(start)
		var ran [2]time.Duration
		for i := range ran {
			start = time.Now()
			frame(t, d, func(r *Recorder) {
				r.Bind(p)
				r.Set(0, Bound{Binding: 0, Buffer: values})
				Push(r, &[1]uint32{64})
				r.Dispatch(1, 1, 1)
			})
			ran[i] = time.Since(start)
		}
		t.Logf("created in %v, first dispatch %v, second %v", created, ran[0], ran[1])
	}
	data, err := d.cache.data()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the driver's cache holds %d bytes (its header has 32)", len(data))
}
