package vk

import (
	"fmt"
	"strconv"
	"strings"
)

// DeviceType is what kind of processor a device is.
type DeviceType string

const (
	Discrete   DeviceType = "discrete"
	Integrated DeviceType = "integrated"
	Virtual    DeviceType = "virtual"
	CPU        DeviceType = "cpu"
	Other      DeviceType = "other"
)

// preference is the order in which an unasked choice looks for a device.
var preference = []DeviceType{Discrete, Integrated, Virtual, CPU, Other}

// Info says what a device is.
type Info struct {
	Index         int
	Name          string // the device's: "llvmpipe (LLVM 15.0.6, 256 bits)"
	Driver        string // the driver's: "llvmpipe"
	DriverVersion string
	API           string // "1.3.230"
	Type          DeviceType
	Usable        bool
	Why           string // why it was chosen, or why it is not usable
	MemoryBytes   uint64 // of its largest device-local heap
	ID            string // vendor, device and driver version: changes when caches and measured baselines are stale
	Family        string // of drivers, for golden baselines: "lavapipe", "nvidia", "radv", "intel", ...
}

func (i Info) String() string {
	s := fmt.Sprintf("%d: %s (%s, %s %s, Vulkan %s)", i.Index, i.Name, i.Type, i.Driver, i.DriverVersion, i.API)
	if !i.Usable {
		s += ": not usable: " + i.Why
	}
	return s
}

// choose picks the device that want names: "" the best, "cpu" a software device, digits an index, anything else
// a part of a name, upper and lower case alike. Among several it takes the most preferred type, then the lowest
// index. The result's Why says how it was chosen.
func choose(devices []Info, want string) (Info, error) {
	want = strings.TrimSpace(want)
	var fits func(Info) bool
	var why string
	switch _, err := strconv.Atoi(want); {
	case want == "":
		fits, why = func(Info) bool { return true }, ""
	case strings.EqualFold(want, string(CPU)):
		fits, why = func(i Info) bool { return i.Type == CPU }, "asked for: a cpu device"
	case err == nil:
		fits, why = func(i Info) bool { return strconv.Itoa(i.Index) == want }, "asked for by index "+want
	default:
		part := strings.ToLower(want)
		fits = func(i Info) bool { return strings.Contains(strings.ToLower(i.Name), part) }
		why = fmt.Sprintf("asked for by name %q", want)
	}

	usable := 0
	for _, i := range devices {
		if i.Usable {
			usable++
		}
	}
	for _, t := range preference {
		for _, i := range devices {
			if !i.Usable || i.Type != t || !fits(i) {
				continue
			}
			switch {
			case why != "":
				i.Why = why
			case usable == 1:
				i.Why = "the only usable device"
			default:
				i.Why = fmt.Sprintf("first of the preferred type among %d usable devices (%s)", usable, i.Type)
			}
			return i, nil
		}
	}

	for _, i := range devices {
		if want != "" && fits(i) {
			return Info{}, fmt.Errorf("vk: %w: device %q is not usable: %s", ErrNoDevice, i.Name, i.Why)
		}
	}
	switch {
	case len(devices) == 0:
		return Info{}, fmt.Errorf("vk: %w: the Vulkan loader found no device", ErrNoDevice)
	case want == "":
		return Info{}, fmt.Errorf("vk: %w; found:%s", ErrNoDevice, list(devices))
	}
	return Info{}, fmt.Errorf("vk: %w: no device is called %q; there are:%s", ErrNoDevice, want, list(devices))
}

func list(devices []Info) string {
	var b strings.Builder
	for _, i := range devices {
		b.WriteString("\n  " + i.String())
	}
	return b.String()
}
