package main

import (
	"context"
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"scenerender/passes"
	"scenerender/scene"
)

// A benchRun is one `scenerender bench`.
type benchRun struct {
	*app
	device deviceFlags
	load   loadFlags

	shot   string
	size   size
	frames int
	memory int
}

// benchReport is what --json prints: medians over the frames, in milliseconds.
type benchReport struct {
	Scene  string      `json:"scene"`
	Shot   string      `json:"shot"`
	Size   [2]int      `json:"size"`
	Device deviceStats `json:"device"`
	Frames int         `json:"frames"`

	Passes  []passMedian `json:"passes"`
	GPUMS   float64      `json:"gpu_ms"`       // all passes of a frame
	CPUMS   float64      `json:"cpu_ms"`       // planning and recording a frame
	LoadMS  float64      `json:"load_ms"`      // reading the scene and its assets
	OpenMS  float64      `json:"open_ms"`      // opening the device
	InitMS  float64      `json:"init_ms"`      // uploading the scene and compiling pipelines
	Allocs  float64      `json:"frame_allocs"` // Go allocations a frame
	TotalMS float64      `json:"total_ms"`     // from the start to the last frame
	Memory  []memoryRow  `json:"memory,omitempty"`
}

type passMedian struct {
	Name string  `json:"name"`
	GPU  float64 `json:"gpu_ms"`
}

func newBenchCommand(a *app) *cobra.Command {
	b := &benchRun{app: a}
	c := &cobra.Command{
		Use:   "bench SCENE",
		Short: "Measure the frames of a scene",
		Long: `Measure the frames of a scene: the median GPU time of each pass, CPU time and Go allocations of a
frame, and what loading costs. --memory N draws N frames more and samples resident memory on the way.`,
		Args:              exactlyOne("SCENE"),
		ValidArgsFunction: completeScenes,
		RunE:              func(c *cobra.Command, args []string) error { return b.run(c.Context(), args[0]) },
	}
	f := c.Flags()
	f.StringVar(&b.shot, "shot", "", "`SHOT` to draw (default: the first)")
	f.Var(&b.size, "size", "width and height in pixels")
	f.Var(ranged{&b.frames, 1, 100000}, "frames", "measure this many frames (default 100)")
	f.Var(ranged{&b.memory, 1, 10000000}, "memory", "then draw this many and show resident memory")
	b.device.register(c)
	b.load.register(c)
	return c
}

func (b *benchRun) run(ctx context.Context, path string) error {
	if b.frames == 0 {
		b.frames = 100
	}
	var names []string
	if b.shot != "" {
		names = []string{b.shot}
	}
	b.load.size = b.size
	return withStage(ctx, b.app, b.device, b.load, path, func(s *stage) error {
		shots, err := selectShots(s.scene, names)
		if err != nil {
			return err
		}
		shot := shots[0]
		if b.size.width > 0 {
			shot.Width, shot.Height = b.size.width, b.size.height
		}
		if err := fits(s.dev, []scene.Shot{shot}); err != nil {
			return err
		}
		report, err := b.measure(ctx, s.renderer, shot)
		if err != nil {
			return err
		}
		report.Scene, report.Device = path, deviceStatsOf(s.dev.Info())
		report.LoadMS, report.OpenMS, report.InitMS = s.loadMS, s.openMS, s.initMS
		report.TotalMS = milliseconds(time.Since(s.began))
		if b.memory > 0 {
			if report.Memory, err = b.watchMemory(ctx, s.renderer, shot); err != nil {
				return err
			}
		}
		if b.json {
			return b.printJSON(report)
		}
		b.print(report)
		return nil
	})
}

// measure draws the frames and takes medians.
func (b *benchRun) measure(ctx context.Context, r *passes.Renderer, shot scene.Shot) (benchReport, error) {
	result, err := r.Bench(ctx, passes.Request{Shot: shot}, b.frames)
	if err != nil {
		return benchReport{}, err
	}
	report := benchReport{
		Shot: shot.Name, Size: [2]int{shot.Width, shot.Height}, Frames: b.frames,
		Passes: []passMedian{}, CPUMS: microseconds(median(result.CPUms)), Allocs: result.Allocs,
	}
	frames := make([]float64, b.frames)
	for _, p := range result.Passes {
		report.Passes = append(report.Passes, passMedian{p.Name, microseconds(median(p.GPUms))})
		for i, ms := range p.GPUms {
			frames[i] += ms
		}
	}
	report.GPUMS = microseconds(median(frames))
	return report, nil
}

// median of a sorted copy: the middle value, or the mean of the middle two.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(values))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

func (b *benchRun) print(r benchReport) {
	fmt.Fprintf(b.out, "%s, shot %s, %dx%d, %d frames on %s\n\n", r.Scene, r.Shot, r.Size[0], r.Size[1], r.Frames, r.Device.Name)
	t := tabwriter.NewWriter(b.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "pass\tmedian GPU ms\t")
	for _, p := range r.Passes {
		fmt.Fprintf(t, "%s\t%.3f\t\n", p.Name, p.GPU)
	}
	fmt.Fprintf(t, "frame\t%.3f\t\n", r.GPUMS)
	t.Flush()
	fmt.Fprintf(b.out, "\nCPU %.3f ms and %.1f allocations a frame\nload %.1f ms, device %.1f ms, upload and pipelines %.1f ms, total %.1f ms\n",
		r.CPUMS, r.Allocs, r.LoadMS, r.OpenMS, r.InitMS, r.TotalMS)
	if len(r.Memory) > 0 {
		fmt.Fprintln(b.out, "\n  frames  resident MiB")
		for _, m := range r.Memory {
			fmt.Fprintf(b.out, "%8d  %12.1f\n", m.Frames, float64(m.Resident)/(1<<20))
		}
	}
}
