package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// build is what the program knows about itself.
type build struct {
	Version  string `json:"version"`            // of the module, or "devel" with the revision
	Revision string `json:"revision,omitempty"` // commit it was built from
	Modified bool   `json:"modified,omitempty"` // with changes on top
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// thisBuild reads what the Go tool stamped into the binary.
func thisBuild() build {
	b := build{Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

func newVersionCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say what this program is made of",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			b := thisBuild()
			if a.json {
				return a.printJSON(b)
			}
			fmt.Fprintf(a.out, "scenerender %s\n", b.Version)
			if b.Revision != "" {
				fmt.Fprintf(a.out, "revision    %s", b.Revision)
				if b.Modified {
					fmt.Fprint(a.out, " (modified)")
				}
				fmt.Fprintln(a.out)
			}
			fmt.Fprintf(a.out, "go          %s %s\n", b.Go, b.Platform)
			return nil
		},
	}
}
