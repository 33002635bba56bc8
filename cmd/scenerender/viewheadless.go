//go:build nowindow

// The tag is not called headless, since vulkan-go knows that one: it then opens libvulkan.so, which only development packages
// have, in place of the loader that package vk found.

package main

import "context"

// open says that this program was built without windows.
func (v *viewRun) open(context.Context, string) error {
	return &noWindow{"this build of scenerender has no window (it was built with -tags nowindow); render draws into files"}
}
