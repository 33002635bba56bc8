package asset

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// FuzzOpen feeds anything to Open, as .glb and .gltf. Whatever it is, it loads as the types
// promise or is an error, in bounded memory.
func FuzzOpen(f *testing.F) {
	f.Add(gridGLB(f, 1, true))
	f.Add([]byte(`{"asset": {"version": "2.0"}, "nodes": [{"children": [1]}, {"mesh": 0, "skin": 0}], "skins": [{"joints": [0]}],
		"accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0,0,0], "max": [1,1,1],
			"sparse": {"count": 1, "indices": {"bufferView": 0, "componentType": 5121}, "values": {"bufferView": 1}}}],
		"buffers": [{"byteLength": 16, "uri": "data:;base64,AQAAAAAAgD8AAIA/AACAPw=="}],
		"bufferViews": [{"buffer": 0, "byteLength": 1}, {"buffer": 0, "byteOffset": 4, "byteLength": 12}],
		"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 5}]}]}`))
	f.Add([]byte(`{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_lights_punctual"], "extensions": {"KHR_lights_punctual": {"lights": [{"type": "spot", "spot": {}}]}},
		"animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}], "samplers": [{"input": 0, "output": 0}]}]}`))
	f.Add([]byte(`{"asset": {"version": "2.0"}, "extensionsUsed": ["MSFT_lod"], "nodes": [{"children": [3], "extensions": {"MSFT_lod": {"ids": [1, 2]}},
		"extras": {"MSFT_screencoverage": [0.5, 0.2, 0.01]}}, {"children": [4]}, {"extensions": {"MSFT_lod": {"ids": [4]}}, "extras": {"MSFT_screencoverage": [0.5]}}, {}, {}],
		"scenes": [{"nodes": [0, 2]}]}`))
	lim := defaultLimits
	lim.zeroElements, lim.vertices, lim.geometryBytes, lim.totalPixels = 1<<16, 1<<20, 64<<20, 1<<20
	dir := f.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { root.Close() })
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			t.Skip("large")
		}
		for _, name := range []string{"a.gltf", "a.glb"} {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			a, err := open(root, name, lim)
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 512<<20 {
				t.Errorf("%d bytes allocated for a file of %d", used, len(data))
			}
			if err == nil {
				checkInvariants(t, a)
			}
		}
	})
}
