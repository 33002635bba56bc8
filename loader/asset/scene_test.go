package asset

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"scenerender/scene"
)

func TestNodes(t *testing.T) {
	a := mustOpen(t, `"scene": 1, "scenes": [{"nodes": [0]}, {"name": "main", "nodes": [3, 1]}],
		"nodes": [{"name": "elsewhere"}, {"name": "root", "children": [4, 2], "translation": [1, 2, 3], "rotation": [0, 0.70710678, 0, 0.70710678], "scale": [2, 1, 0]},
			{"name": "second"}, {"name": "matrix", "matrix": [0,1,0,0, -1,0,0,0, 0,0,1,0, 7,8,9,1]}, {"name": "first", "children": [5]}, {"name": "deep"}]`, nil)
	want := []struct {
		name   string
		parent int
	}{{"matrix", -1}, {"root", -1}, {"first", 1}, {"deep", 2}, {"second", 1}}
	if len(a.Nodes) != len(want) {
		t.Fatalf("got %+v", a.Nodes)
	}
	for i, w := range want {
		if n := a.Nodes[i]; n.Name != w.name || n.Parent != w.parent || n.Mesh != -1 {
			t.Errorf("node %d is %+v, want %+v", i, n, w)
		}
	}
	// Scaled by 2, 1, 0, turned by 90° about +Y (x becomes -z), moved.
	if got := mgl32.TransformCoordinate(mgl32.Vec3{1, 1, 5}, a.Nodes[1].ParentFromLocal); !got.ApproxEqualThreshold(mgl32.Vec3{1, 3, 1}, 1e-5) {
		t.Errorf("TRS moves the point to %v", got)
	}
	if got := mgl32.TransformCoordinate(mgl32.Vec3{1, 0, 0}, a.Nodes[0].ParentFromLocal); got != (mgl32.Vec3{7, 9, 9}) {
		t.Errorf("the matrix moves the point to %v", got)
	}
}

func TestCamerasAndLights(t *testing.T) {
	a := mustOpen(t, `"extensionsUsed": ["KHR_lights_punctual"],
		"cameras": [{"type": "perspective", "name": "eye", "perspective": {"yfov": 0.5, "znear": 0.1}},
			{"type": "orthographic", "orthographic": {"xmag": 3, "ymag": 2, "znear": 0, "zfar": 50}}],
		"extensions": {"KHR_lights_punctual": {"lights": [{"type": "point", "intensity": 20, "range": 4},
			{"type": "spot", "color": [1, 0.5, 0], "spot": {"innerConeAngle": 0.1}}, {"type": "directional", "intensity": 1000}]}},
		"nodes": [{"camera": 0}, {"camera": 1}, {"extensions": {"KHR_lights_punctual": {"light": 0}}},
			{"extensions": {"KHR_lights_punctual": {"light": 1}}}, {"extensions": {"KHR_lights_punctual": {"light": 2}}}]`, nil)
	if c := a.Nodes[0].Camera; *c != (scene.Camera{Name: "eye", FovY: 0.5, Near: 0.1}) {
		t.Errorf("perspective camera %+v", c)
	}
	if c := a.Nodes[1].Camera; *c != (scene.Camera{Height: 4, Far: 50}) {
		t.Errorf("orthographic camera %+v", c)
	}
	white := mgl32.Vec3{1, 1, 1}
	if l := a.Nodes[2].Point; *l != (scene.PointLight{Intensity: 20, Color: white, Range: 4, Shadows: true}) {
		t.Errorf("point light %+v", l)
	}
	if l := a.Nodes[3].Spot; *l != (scene.SpotLight{PointLight: scene.PointLight{Intensity: 1, Color: mgl32.Vec3{1, 0.5, 0}, Shadows: true}, Inner: 0.1, Outer: math.Pi / 4}) {
		t.Errorf("spot light %+v", l)
	}
	if l := a.Nodes[4].Sun; *l != (scene.Sun{Direction: mgl32.Vec3{0, 0, -1}, Illuminance: 1000, Color: white, Shadows: true}) {
		t.Errorf("sun %+v", l)
	}
}

func TestLongChain(t *testing.T) {
	const n = 100_000
	json := []byte(`"scenes": [{"nodes": [0]}], "nodes": [{"children": [1]}`)
	for i := 1; i < n; i++ {
		json = append(json, `, {"children": [`...)
		json = appendInt(json, i+1)
		json = append(json, "]}"...)
	}
	json = append(json, ", {}]"...)
	if a := mustOpen(t, string(json), nil); len(a.Nodes) != n+1 || a.Nodes[n].Parent != n-1 {
		t.Errorf("%d nodes", len(a.Nodes))
	}
}

func appendInt(b []byte, i int) []byte {
	if i >= 10 {
		b = appendInt(b, i/10)
	}
	return append(b, byte('0'+i%10))
}

func TestMaterial(t *testing.T) {
	png := tinyPNG(t)
	a := mustOpen(t, `"extensionsUsed": ["KHR_texture_transform", "KHR_materials_unlit", "KHR_materials_emissive_strength", "KHR_materials_ior",
			"KHR_materials_specular", "EXT_texture_webp", "KHR_materials_sheen"],
		"images": [{"uri": "one%20picture.png"}, {"uri": "data:image/png;base64,`+dataURI("", png)[len("data:;base64,"):]+`"}],
		"samplers": [{"wrapS": 33071, "wrapT": 33648, "magFilter": 9728, "minFilter": 9985}, {"minFilter": 9728}],
		"textures": [{"source": 0, "sampler": 0}, {"source": 0, "extensions": {"EXT_texture_webp": {"source": 1}}, "sampler": 1}],
		"materials": [{"name": "all", "pbrMetallicRoughness": {"baseColorFactor": [0.1, 0.2, 0.3, 0.4], "metallicFactor": 0.5, "roughnessFactor": 0.6,
				"baseColorTexture": {"index": 0, "texCoord": 1}, "metallicRoughnessTexture": {"index": 0}},
			"normalTexture": {"index": 1, "scale": 2}, "occlusionTexture": {"index": 0, "strength": 0.7},
			"emissiveFactor": [1, 0.5, 0], "emissiveTexture": {"index": 0, "extensions": {"KHR_texture_transform": {"offset": [0.1, 0.2], "rotation": 1.5707963, "scale": [2, 3], "texCoord": 1}}},
			"alphaMode": "MASK", "alphaCutoff": 0.25, "doubleSided": true,
			"extensions": {"KHR_materials_unlit": {}, "KHR_materials_emissive_strength": {"emissiveStrength": 10}, "KHR_materials_ior": {"ior": 0},
				"KHR_materials_specular": {"specularFactor": 0.3, "specularColorFactor": [2, 1, 0], "specularTexture": {"index": 0}, "specularColorTexture": {"index": 0}}}},
			{"alphaMode": "BLEND"}]`, map[string][]byte{"one picture.png": png})
	m := a.Materials[0]
	want := scene.Material{
		Name: "all", BaseColor: mgl32.Vec4{0.1, 0.2, 0.3, 0.4}, Metallic: 0.5, Roughness: 0.6,
		Specular: 0.3, SpecularColor: mgl32.Vec3{2, 1, 0}, IOR: 0, Emissive: mgl32.Vec3{10, 5, 0},
		NormalScale: 2, OcclusionStrength: 0.7, AlphaMode: scene.AlphaMask, AlphaCutoff: 0.25, DoubleSided: true, Unlit: true,
		BaseColorTexture: m.BaseColorTexture, MetallicRoughnessTexture: m.MetallicRoughnessTexture, NormalTexture: m.NormalTexture,
		OcclusionTexture: m.OcclusionTexture, EmissiveTexture: m.EmissiveTexture, SpecularTexture: m.SpecularTexture, SpecularColorTexture: m.SpecularColorTexture,
	}
	if m != want {
		t.Errorf("got %+v\nwant %+v", m, want)
	}
	// Image 0 serves as colour and as data, image 1 as data.
	if len(a.Images) != 3 || len(a.Textures) != 3 {
		t.Fatalf("%d images, %d textures", len(a.Images), len(a.Textures))
	}
	if m.BaseColorTexture.UV != 1 || m.BaseColorTexture.Texture != m.SpecularColorTexture.Texture || m.OcclusionTexture.Texture != m.MetallicRoughnessTexture.Texture {
		t.Errorf("texture references %+v %+v %+v", m.BaseColorTexture, m.OcclusionTexture, m.MetallicRoughnessTexture)
	}
	if s := a.Textures[m.BaseColorTexture.Texture].Sampler; s != (scene.Sampler{U: scene.WrapClamp, V: scene.WrapMirror, MagNearest: true, MipNearest: true}) {
		t.Errorf("sampler %+v", s)
	}
	if s := a.Textures[m.NormalTexture.Texture].Sampler; s != (scene.Sampler{MinNearest: true, NoMips: true}) {
		t.Errorf("sampler %+v", s)
	}
	// Scaled to (2, 3), turned counter-clockwise as seen with v down: u' = v, v' = -u.
	if got := m.EmissiveTexture.UVFromMesh.Mul3x1(mgl32.Vec3{1, 1, 1}); !got.ApproxEqualThreshold(mgl32.Vec3{3.1, -1.8, 1}, 1e-5) || m.EmissiveTexture.UV != 1 {
		t.Errorf("texture transform: %v, %+v", got, m.EmissiveTexture)
	}
	if a.Materials[1].AlphaMode != scene.AlphaBlend || a.Materials[1].Metallic != 1 {
		t.Errorf("second material %+v", a.Materials[1])
	}
	wantWarning(t, a, "extensionsUsed", "KHR_materials_sheen")
	if len(a.Files) != 2 || a.Files[0].Name != "a.gltf" || a.Files[1].Name != "one picture.png" || a.Files[1].Hash != hashOf(png) {
		t.Errorf("files %v", a.Files)
	}
}

func TestSpecularGlossiness(t *testing.T) {
	a := mustOpen(t, `"extensionsUsed": ["KHR_materials_pbrSpecularGlossiness"], "images": [{"uri": "p.png"}], "textures": [{"source": 0}],
		"materials": [{"extensions": {"KHR_materials_pbrSpecularGlossiness": {"diffuseFactor": [0.5, 0.5, 0.5, 1], "specularFactor": [0.2, 0.1, 0],
			"glossinessFactor": 0.5, "specularGlossinessTexture": {"index": 0}}}},
			{"extensions": {"KHR_materials_pbrSpecularGlossiness": {"glossinessFactor": 0.25}}}]`, map[string][]byte{"p.png": tinyPNG(t)})
	m := a.Materials[0]
	if m.Metallic != 0 || !m.SpecularColor.ApproxEqualThreshold(mgl32.Vec3{5, 2.5, 0}, 1e-5) || m.BaseColor[0] != 0.5 || m.Roughness != 1 {
		t.Errorf("got %+v", m)
	}
	// Alpha is 255 there, so roughness is 1 - 0.5.
	if pix := a.Images[a.Textures[m.MetallicRoughnessTexture.Texture].Image].Pix; pix[1] != 128 || pix[2] != 0 {
		t.Errorf("roughness from gloss: %v", pix)
	}
	if a.Materials[1].Roughness != 0.75 || a.Materials[1].MetallicRoughnessTexture != nil {
		t.Errorf("without texture: %+v", a.Materials[1])
	}
	wantWarning(t, a, "materials[0].extensions.KHR_materials_pbrSpecularGlossiness", "approximated")
}

func TestRequiredExtensions(t *testing.T) {
	_, err := openJSON(t, `"extensionsUsed": ["KHR_draco_mesh_compression", "KHR_materials_ior"], "extensionsRequired": ["KHR_draco_mesh_compression", "KHR_materials_ior"]`, nil)
	wantProblem(t, err, "extensionsRequired", "KHR_draco_mesh_compression, which is not supported")
}

func TestReferencesStayInside(t *testing.T) {
	use := func(uri string) string {
		return `"buffers": [{"byteLength": 1, "uri": "` + uri + `"}], "bufferViews": [{"buffer": 0, "byteLength": 1}]`
	}
	for uri, words := range map[string]string{
		"../secret.bin": "leaves the folder", "a/../../secret.bin": "leaves the folder", "%2e%2e/secret.bin": "leaves the folder",
		"..\\\\secret.bin": "leaves the folder", "/etc/passwd": "absolute path", "C:/secret.bin": "only relative", "file:///etc/passwd": "only relative",
		"http://example.com/x.bin": "only relative", "//example.com/x.bin": "only relative", "none.bin": "no such file", "a%zz": "not a valid URI",
	} {
		_, err := openJSON(t, use(uri), map[string][]byte{"b/x.bin": {1}})
		wantProblem(t, err, "buffers[0].uri", words)
		if uri == "none.bin" && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v is not fs.ErrNotExist", err)
		}
	}
	// Up and down again inside the root is fine.
	root := folder(t, map[string][]byte{"x.bin": {1}, "models/a.gltf": []byte(`{"asset": {"version": "2.0"}, ` + use("../x.bin") + `}`)})
	if a, err := Open(root, "models/a.gltf"); err != nil || a.Files[1].Name != "x.bin" {
		t.Errorf("a file beside the folder: %v", err)
	}
	if runtime.GOOS != "windows" {
		outside := filepath.Join(t.TempDir(), "secret.bin")
		if err := errors.Join(os.WriteFile(outside, []byte{1}, 0o644), os.Symlink(outside, filepath.Join(root.Name(), "link.bin")),
			os.WriteFile(filepath.Join(root.Name(), "b.gltf"), []byte(`{"asset": {"version": "2.0"}, `+use("link.bin")+`}`), 0o644)); err != nil {
			t.Fatal(err)
		}
		_, err := Open(root, "b.gltf")
		wantProblem(t, err, "buffers[0].uri", "link.bin")
	}
}

func TestMissingFile(t *testing.T) {
	var invalid *Invalid
	if _, err := Open(folder(t, nil), "none.glb"); !errors.Is(err, fs.ErrNotExist) || errors.As(err, &invalid) {
		t.Errorf("got %v", err)
	}
}

// TestSkinnedBindPose checks that a skinned mesh follows its first joint and not its node.
func TestSkinnedBindPose(t *testing.T) {
	data := pack(t, square, mgl32.Translate3D(0, -3, 0))
	a := mustOpen(t, meshJSON(data, `{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 64}`,
		`{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", `+squareBounds+`},
		 {"bufferView": 1, "componentType": 5126, "count": 1, "type": "MAT4"}`, `"mode": 6, "attributes": {"POSITION": 0}`,
		`, "skins": [{"joints": [2], "inverseBindMatrices": 1}],
		"nodes": [{"name": "body", "mesh": 0, "skin": 0, "translation": [100, 0, 0], "children": [3]}, {"name": "rig", "translation": [0, 5, 0], "children": [2]},
			{"name": "hip", "translation": [1, 0, 0]}, {"name": "hat"}]`), nil)
	for _, n := range a.Nodes {
		if n.Mesh < 0 {
			continue
		}
		if got := n.ParentFromLocal.Col(3); n.Parent != -1 || got != (mgl32.Vec4{1, 2, 0, 1}) {
			t.Errorf("the mesh stands at %v below node %d", got, n.Parent)
		}
	}
	if hat := a.Nodes[2]; hat.Name != "hat" || hat.Parent != 0 {
		t.Errorf("the hat is %+v", hat)
	}
	wantWarning(t, a, "skins[0]", "bind pose")
}
