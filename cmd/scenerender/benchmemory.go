package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"scenerender/passes"
	"scenerender/scene"
)

// memoryRow is resident memory after so many frames.
type memoryRow struct {
	Frames   int    `json:"frames"`
	Resident uint64 `json:"resident_bytes"`
}

// memorySamples is the number of points on the curve.
const memorySamples = 20

// watchMemory draws b.memory frames in equal parts and samples resident memory after each: the
// curve is flat where nothing leaks.
func (b *benchRun) watchMemory(ctx context.Context, r *passes.Renderer, shot scene.Shot) ([]memoryRow, error) {
	var rows []memoryRow
	drawn := 0
	for i := range memorySamples {
		part := b.memory*(i+1)/memorySamples - drawn
		if part == 0 {
			continue
		}
		if _, err := r.Bench(ctx, passes.Request{Shot: shot}, part); err != nil {
			return nil, err
		}
		drawn += part
		runtime.GC() // what measuring itself left behind is no leak
		resident, err := residentBytes()
		if err != nil {
			return nil, err
		}
		rows = append(rows, memoryRow{drawn, resident})
	}
	return rows, nil
}

// residentBytes reads this process's resident set from /proc/self/statm, whose second field counts
// pages (proc(5)).
func residentBytes() (uint64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, fmt.Errorf("resident memory: %w", err)
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0, fmt.Errorf("resident memory: /proc/self/statm says %q", text)
	}
	pages, err := strconv.ParseUint(string(fields[1]), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("resident memory: %w", err)
	}
	return pages * uint64(os.Getpagesize()), nil
}
