package vk

import (
	"errors"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	soft := Info{Name: "llvmpipe (LLVM 15)", Type: CPU, Usable: true}
	igpu := Info{Name: "Intel UHD 630", Type: Integrated, Usable: true}
	dgpu := Info{Name: "NVIDIA RTX 2", Type: Discrete, Usable: true}
	second := Info{Name: "NVIDIA RTX 1", Type: Discrete, Usable: true}
	old := Info{Name: "Ancient GPU", Type: Discrete, Why: "it knows Vulkan 1.0.0, 1.3 is needed"}
	all := []Info{soft, old, igpu, dgpu, second}
	for i := range all {
		all[i].Index = i
	}
	for _, c := range []struct {
		devices    []Info
		want       string
		name, text string // of the chosen device and its reason, or of the error
	}{
		{all, "", "NVIDIA RTX 2", "preferred type among 4"},
		{all[:3], "", "Intel UHD 630", "preferred type among 2"},
		{all[:2], "", "llvmpipe (LLVM 15)", "only usable"},
		{all, "cpu", "llvmpipe (LLVM 15)", "asked for"},
		{all, "CPU", "llvmpipe (LLVM 15)", "asked for"},
		{all, "2", "Intel UHD 630", "index 2"},
		{all, " 0 ", "llvmpipe (LLVM 15)", "index 0"},
		{all, "rtx", "NVIDIA RTX 2", `name "rtx"`},
		{all, "rtx 1", "NVIDIA RTX 1", `name "rtx 1"`},
		{all, "intel", "Intel UHD 630", "name"},
		{all, "ancient", "", "not usable: it knows Vulkan 1.0.0"},
		{all, "1", "", `"Ancient GPU" is not usable`},
		{all, "voodoo", "", "no device is called \"voodoo\"; there are:\n  0: llvmpipe"},
		{all, "5", "", "there are"},
		{all, "-1", "", "there are"},
		{all[2:], "cpu", "", "there are"},
		{all[1:2], "", "", "found:\n  1: Ancient GPU"},
		{nil, "", "", "found no device"},
		{nil, "x", "", "found no device"},
	} {
		got, err := choose(c.devices, c.want)
		switch {
		case c.name != "" && (err != nil || got.Name != c.name || !strings.Contains(got.Why, c.text)):
			t.Errorf("%q of %d: %v, %q, %v", c.want, len(c.devices), got.Name, got.Why, err)
		case c.name == "" && (!errors.Is(err, ErrNoDevice) || !strings.Contains(err.Error(), c.text)):
			t.Errorf("%q of %d: %v, want it to mention %q", c.want, len(c.devices), err, c.text)
		}
	}
}

func TestFailure(t *testing.T) {
	for _, c := range []struct {
		result int32
		is     error
		text   string
	}{
		{-2, ErrOutOfMemory, `vk: create image "water.height": out of device memory`},
		{-1, ErrOutOfMemory, `vk: create image "water.height": out of host memory`},
		{-4, ErrDeviceLost, `vk: create image "water.height": device lost`},
		{-1000069000, ErrOutOfMemory, `vk: create image "water.height": out of descriptor pool memory`},
		{-77, nil, `vk: create image "water.height": VkResult -77`},
	} {
		err := failure("create image", "water.height", c.result)
		if err.Error() != c.text || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%d: %v", c.result, err)
		}
	}
	if err := failure("x", "", int32(5)); err != nil {
		t.Errorf("a success code: %v", err)
	}
}

func TestRankTypes(t *testing.T) {
	discrete := []memoryType{{flags: 0}, {flags: memLocal}, {flags: memVisible | memCoherent}, {flags: memVisible | memCoherent | memCached},
		{flags: memLocal | memVisible | memCoherent}, {flags: memLocal | memLazy}}
	for _, c := range []struct {
		use  Memory
		want []int // the first ones
	}{{DeviceMemory, []int{1, 4}}, {UploadMemory, []int{2, 3}}, {ReadbackMemory, []int{3, 2}}} {
		got := rankTypes(discrete, c.use)
		for i, want := range c.want {
			if got[i] != want {
				t.Errorf("%d: %v, want %v first", c.use, got, c.want)
				break
			}
		}
		for _, k := range got {
			if discrete[k].flags&memLazy != 0 || c.use != DeviceMemory && discrete[k].flags&memVisible == 0 {
				t.Errorf("%d: type %d cannot serve", c.use, k)
			}
		}
	}
}
