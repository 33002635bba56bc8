package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

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
func (d *deviceFlags) open(a *app) (*vk.Device, error) { return d.openFor(a, vk.Options{}) }

// openFor opens one that does what the options ask for besides.
func (d *deviceFlags) openFor(a *app, o vk.Options) (*vk.Device, error) {
	o.Device, o.Validation, o.CacheDir = d.name, d.validate, cacheDir()
	dev, err := vk.Open(o)
	err = d.explain(err)
	if err != nil {
		return nil, err
	}
	info := dev.Info()
	a.note("device: %s", describeDevice(info))
	return dev, nil
}

// noSuchDevice is a --device that is not there.
type noSuchDevice struct{ text string }

func (e *noSuchDevice) Error() string { return e.text }
func (e *noSuchDevice) Unwrap() error { return vk.ErrNoDevice }

// explain says which devices there are where --device is none of them.
func (d *deviceFlags) explain(err error) error {
	if d.name == "" || !errors.Is(err, vk.ErrNoDevice) {
		return err
	}
	infos, failed := vk.Devices()
	if failed != nil || len(infos) == 0 {
		return err
	}
	want := strings.ToLower(strings.TrimSpace(d.name))
	_, notIndex := strconv.Atoi(want)
	var known []string
	for _, i := range infos {
		index := strconv.Itoa(i.Index)
		if index == want || want == string(vk.CPU) && i.Type == vk.CPU || notIndex != nil && strings.Contains(strings.ToLower(i.Name), want) {
			return err // it is there, and cannot draw
		}
		known = append(known, fmt.Sprintf("%s (%s)", index, i.Name))
	}
	if notIndex != nil {
		want = strconv.Quote(d.name)
	}
	are := "there are"
	if len(known) == 1 {
		are = "there is only"
	}
	return &noSuchDevice{fmt.Sprintf("no device %s; %s %s", want, are, strings.Join(known, ", "))}
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
