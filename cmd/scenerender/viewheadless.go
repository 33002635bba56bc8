//go:build headless

package main

import "context"

// open says that this program was built without windows.
func (v *viewRun) open(context.Context, string) error {
	return &noWindow{"this build of scenerender has no window (it was built with -tags headless); render draws into files"}
}
