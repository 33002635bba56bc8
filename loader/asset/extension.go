package asset

import (
	"slices"

	"github.com/goccy/go-json/jsontext"
)

// supported lists the extensions that change what is drawn and are drawn so.
var supported = []string{
	"EXT_texture_webp",
	"KHR_lights_punctual",
	"KHR_materials_emissive_strength",
	"KHR_materials_ior",
	"KHR_materials_pbrSpecularGlossiness",
	"KHR_materials_specular",
	"KHR_materials_unlit",
	"KHR_mesh_quantization",
	"KHR_texture_transform",
	lodExtension,
}

// readExtensions checks what the file declares: a required extension must be supported, an
// optional one that is not is a warning, and one that is used must be declared.
func (r *reader) readExtensions(root *element) {
	used := root.strings("extensionsUsed")
	r.used = make(map[string]bool, len(used))
	for _, name := range used {
		r.used[name] = true
	}
	for _, name := range root.strings("extensionsRequired") {
		switch {
		case !r.used[name]:
			root.fail("extensionsRequired", "%q is not in extensionsUsed", name)
		case !slices.Contains(supported, name):
			root.fail("extensionsRequired", "the file needs %s, which is not supported", name)
		}
	}
	for _, name := range used {
		if !slices.Contains(supported, name) {
			r.warn("extensionsUsed", "%s is not supported and left out", name)
		}
	}
	r.doc.quantized = r.used["KHR_mesh_quantization"]
	r.checkDeclared(root, map[string]bool{})
}

// checkDeclared walks the whole document for extensions that are used undeclared, and reports
// each once.
func (r *reader) checkDeclared(e *element, seen map[string]bool) {
	for i, key := range e.v.keys {
		v := &e.v.items[i]
		if key == "extras" {
			continue
		}
		if key == "extensions" {
			if v.kind != '{' {
				e.fail(key, "must be an object, not %s", v.what())
				continue
			}
			for _, name := range v.keys {
				if !r.used[name] && !seen[name] {
					seen[name] = true
					r.fail(join(e.at(key), name), "is not declared in extensionsUsed")
				}
			}
		}
		r.checkBelow(&element{r: r, v: v, up: e, key: key}, seen)
	}
	if e.v.kind == '[' {
		for i := range e.v.items {
			r.checkBelow(&element{r: r, v: &e.v.items[i], up: e, index: i}, seen)
		}
	}
}

func (r *reader) checkBelow(e *element, seen map[string]bool) {
	if k := e.v.kind; k == jsontext.Kind('{') || (k == '[' && len(e.v.items) > 0 && e.v.items[0].kind != '0') {
		r.checkDeclared(e, seen)
	}
}

// extension returns an object's extension, or nil.
func (e *element) extension(name string) *element {
	all := e.v.get("extensions")
	if all == nil || all.kind != '{' {
		return nil
	}
	return (&element{r: e.r, v: all, up: e, key: "extensions"}).object(name)
}
