package passes

import (
	"reflect"
	"testing"

	"scenerender/spirv"
	"scenerender/vk"
)

// Every struct that Go fills and a shader reads has the same names at the same offsets.
func TestSharedStructs(t *testing.T) {
	for _, c := range []struct {
		shader, block string
		value         any
	}{
		{"geometry.frag", "Frame", frameBlock{}},
		{"lighting.comp", "Frame", frameBlock{}},
		{"shadow.vert", "Object", object{}},
		{"geometry.vert", "Object", object{}},
		{"geometry.vert", "Slot", slot{}},
		{"geometry.vert", "Push", drawPush{}},
		{"geometry_spelled.vert", "Push", drawPush{}},
		{"select.comp", "Object", object{}},
		{"select_scatter.comp", "Instance", instance{}},
		{"select.comp", "Prototype", prototypeBlock{}},
		{"select.comp", "Views", viewBlock{}},
		{"select_place.comp", "Push", placePush{}},
		{"geometry.frag", "Material", materialBlock{}},
		{"lighting.comp", "Light", lightBlock{}},
		{"taa.comp", "Taa", taaBlock{}},
		{"lamp_shadow.vert", "LampFace", faceBlock{}},
		{"lamp_shadow.vert", "Push", lampPush{}},
		{"lamp_shadow_mask.vert", "Push", lampPush{}},
		{"lamp_cull.comp", "CullLamp", cullLamp{}},
		{"lamp_cull.comp", "Push", cullPush{}},
		{"lamp_place.comp", "Push", lampPlacePush{}},
		{"lighting.comp", "LampFace", faceBlock{}},
		{"cluster.comp", "Light", lightBlock{}},
		{"cluster.comp", "Frame", frameBlock{}},
		{"cluster.comp", "Push", clusterPush{}},
		{"tiles.comp", "Push", tilePush{}},
		{"sky.comp", "Sky", skyPush{}},
		{"sky_cube.comp", "Sky", skyPush{}},
		{"night.comp", "Night", nightBlock{}},
		{"night.comp", "Star", starBlock{}},
		{"sky_filter.comp", "Push", filterPush{}},
		{"air_multiple.comp", "Air", airBlock{}},
		{"air_sky.comp", "Air", airBlock{}},
		{"air_sky.comp", "Push", airSkyPush{}},
		{"air_aerial.comp", "Push", airAerialPush{}},
		{"fog.comp", "Between", betweenBlock{}},
		{"transparent.frag", "Between", betweenBlock{}},
		{"aov.comp", "Push", aovPush{}},
		{"meter.comp", "Push", meterPush{}},
		{"pick.comp", "Push", pickPush{}},
		{"tone.comp", "Push", tonePush{}},
		{"tone_shown.comp", "Push", tonePush{}},
		{"fxaa.comp", "Push", fxaaPush{}},
		{"bloom_down.comp", "Push", bloomDownPush{}},
		{"bloom_up.comp", "Push", bloomUpPush{}},
		{"contrast_blocks.comp", "Push", contrastBlocksPush{}},
		{"contrast_mean.comp", "Push", contrastMeanPush{}},
		{"accumulate.comp", "Push", accumulatePush{}},
		{"shadow.vert", "Push", shadowPush{}},
		{"shadow_mask.vert", "Push", shadowPush{}},
		{"transparent.frag", "Frame", frameBlock{}},
		{"transparent.frag", "Light", lightBlock{}},
		{"transparent.frag", "Material", materialBlock{}},
		{"shadow_mask.frag", "Material", materialBlock{}},
	} {
		m, err := spirv.Load(c.shader)
		if err != nil {
			t.Fatal(err)
		}
		s, ok := m.Block(c.block)
		if !ok {
			s, ok = element(m, c.block)
		}
		if !ok {
			t.Errorf("%s has no block %s", c.shader, c.block)
			continue
		}
		if err := spirv.CheckStruct(reflect.TypeOf(c.value), s); err != nil {
			t.Errorf("%s %s: %v", c.shader, c.block, err)
		}
	}
}

// Commands are laid out as the device reads them.
func TestCommandSize(t *testing.T) {
	if n := len(vk.Bytes(make([]command, 1))); n != commandSize {
		t.Errorf("%d bytes", n)
	}
}

// element finds the struct that a storage buffer holds an array of.
func element(m *spirv.Module, name string) (*spirv.Struct, bool) {
	for _, b := range m.Bindings {
		if b.Block == nil {
			continue
		}
		for _, member := range b.Block.Members {
			if e := member.Type.Elem; e != nil && e.Struct != nil && e.Struct.Name == name {
				return e.Struct, true
			}
		}
	}
	return nil, false
}
