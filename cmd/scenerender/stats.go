package main

import (
	"fmt"
	"math"
	"slices"
	"time"

	"scenerender/passes"
	"scenerender/vk"
)

// shotStats is what --stats says of one picture.
type shotStats struct {
	Scene   string      `json:"scene"`
	Shot    string      `json:"shot"`
	Image   string      `json:"image"`
	Size    [2]int      `json:"size"`
	Samples int         `json:"samples"`
	Time    float64     `json:"time"`
	Device  deviceStats `json:"device"`

	passes.Stats // frames, counters, passes, cpu_ms, exposure_ev100

	LoadMS  float64 `json:"load_ms"`  // reading the scene and its assets; the same for all its shots
	TotalMS float64 `json:"total_ms"` // drawing, encoding and writing; a scene's first shot with its loading
}

type deviceStats struct {
	Name   string        `json:"name"`
	Driver string        `json:"driver"`
	API    string        `json:"api"`
	Type   vk.DeviceType `json:"type"`
}

func deviceStatsOf(i vk.Info) deviceStats {
	return deviceStats{Name: i.Name, Driver: driverOf(i), API: i.API, Type: i.Type}
}

func statsOf(d drawn, file string, ended time.Time) shotStats {
	measured := d.picture.Stats
	measured.CPUMS = microseconds(measured.CPUMS)
	measured.Passes = slices.Clone(measured.Passes)
	for i := range measured.Passes {
		measured.Passes[i].GPUMS = microseconds(measured.Passes[i].GPUMS)
	}
	return shotStats{
		Scene: d.scene.Path, Shot: d.shot.Name, Image: file,
		Size: [2]int{d.picture.Width, d.picture.Height}, Samples: d.shot.Frames(), Time: d.shot.Time,
		Device: deviceStatsOf(d.device),
		Stats:  measured,
		LoadMS: d.loadMS, TotalMS: milliseconds(ended.Sub(d.began)),
	}
}

// microseconds rounds milliseconds to what a clock can tell.
func microseconds(ms float64) float64 { return math.Round(ms*1000) / 1000 }

// line is the plain progress line of a picture; it says nothing that differs from run to run.
func (s shotStats) line() string {
	return fmt.Sprintf("%s: %dx%d, %d %s", s.Image, s.Size[0], s.Size[1], s.Samples, plural(s.Samples, "sample"))
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

func driverOf(i vk.Info) string { return i.Driver + " " + i.DriverVersion }
