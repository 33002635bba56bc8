package loader

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkLoad loads a scene of 100,000 entities in both formats.
func BenchmarkLoad(b *testing.B) {
	const n = 100_000
	var toml, json strings.Builder
	toml.WriteString("format = \"scenerender\"\nversion = 1\n[sun]\n[materials.red]\n")
	json.WriteString(`{"format": "scenerender", "version": 1, "sun": {}, "materials": {"red": {}}, "entities": [`)
	for i := range n {
		x, y := float64(i%300)*1.5, float64(i/300)*1.5
		fmt.Fprintf(&toml, "[[entities]]\nname = \"box %d\"\nTransform3D = { position = [%g, 0.5, %g], rotation = [0, %d, 0] }\nModel = { mesh = \"box\", material = \"red\" }\n", i, x, y, i%360)
		if i > 0 {
			json.WriteString(",\n")
		}
		fmt.Fprintf(&json, `{"name": "box %d", "Transform3D": {"position": [%g, 0.5, %g], "rotation": [0, %d, 0]}, "Model": {"mesh": "box", "material": "red"}}`, i, x, y, i%360)
	}
	json.WriteString("]}")
	for name, text := range map[string]string{"x.json": json.String(), "x.toml": toml.String()} {
		b.Run(strings.TrimPrefix(name, "x."), func(b *testing.B) {
			path := write(b, name, text)
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, _, err := Load(path, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
