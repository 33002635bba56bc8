package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"scenerender/vk"
)

// deviceFlags choose what draws.
type deviceFlags struct {
	name     string
	validate bool
}

func (d *deviceFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&d.name, "device", "", "`DEVICE` that draws: an index of \"scenerender devices\", part of a name, or cpu")
	f.BoolVar(&d.validate, "validate-gpu", false, "check every Vulkan call and synchronization (slow); a message is a failure")
	fromEnvironment(f, "device")
	fromEnvironment(f, "validate-gpu")
}

// open opens the device. Its pipelines are kept in the user's cache folder between runs, since a
// software driver compiles each with LLVM.
func (d *deviceFlags) open(a *app) (*vk.Device, error) {
	dev, err := vk.Open(vk.Options{Device: d.name, Validation: d.validate, CacheDir: cacheDir()})
	if err != nil {
		return nil, err
	}
	info := dev.Info()
	a.note("device: %s", describeDevice(info))
	return dev, nil
}

// describeDevice is `llvmpipe (LLVM 15.0.6, 256 bits), cpu, lavapipe 22.3.6: the only device`.
func describeDevice(i vk.Info) string {
	text := fmt.Sprintf("%s, %s, %s %s", i.Name, i.Type, i.Driver, i.DriverVersion)
	if i.Why != "" {
		text += ": " + i.Why
	}
	return text
}

// cacheDir is where work is kept from one run to the next: compiled pipelines, and in sub-folders of
// other names what those say; "" (nowhere) where the user has no home.
func cacheDir(sub ...string) string {
	base, ok := os.LookupEnv("SCENERENDER_CACHE")
	if !ok {
		home, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		base = filepath.Join(home, "scenerender")
	}
	if base == "" {
		return "" // as asked
	}
	return filepath.Join(append([]string{base}, sub...)...)
}
