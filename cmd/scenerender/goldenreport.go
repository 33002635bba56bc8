package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"scenerender/loader"
)

// A goldenReport is the end of `golden test` or `update`; --json prints it.
type goldenReport struct {
	Family   string           `json:"family"`
	Device   deviceStats      `json:"device"`
	Passed   int              `json:"passed"`
	Failed   int              `json:"failed"`
	Pictures []goldenCase     `json:"pictures"`
	Orphans  []string         `json:"orphans,omitempty"` // approved pictures that no shot makes
	Removed  bool             `json:"orphans_removed,omitempty"`
	Warnings []loader.Problem `json:"warnings,omitempty"`
}

func (g *goldenRun) add(c goldenCase) {
	if c.Passed {
		g.report.Passed++
	} else {
		g.report.Failed++
	}
	g.report.Pictures = append(g.report.Pictures, c)
	g.progress.step("")
}

func (g *goldenRun) warned(_ string, warnings []loader.Problem) {
	for _, w := range warnings {
		g.warn("%s", w)
	}
	g.report.Warnings = append(g.report.Warnings, warnings...)
}

// findOrphans lists approved pictures that no shot of the folder makes. Those of a scene that
// could not be loaded are not known to be orphans.
func (g *goldenRun) findOrphans() error {
	folder := filepath.Join(g.dir, g.report.Family)
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	wanted := map[string]bool{}
	var broken []string
	for _, c := range g.report.Pictures {
		if c.Shot == "" {
			broken = append(broken, fileSafe(stem(c.Scene))+"-")
		}
		wanted[baselineName(c.Scene, c.Shot)+".png"] = true
	}
next:
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".png" || wanted[e.Name()] {
			continue
		}
		for _, prefix := range broken {
			if strings.HasPrefix(e.Name(), prefix) {
				continue next
			}
		}
		file := filepath.Join(folder, e.Name())
		g.report.Orphans = append(g.report.Orphans, file)
		if g.prune {
			if err := os.Remove(file); err != nil {
				return err
			}
			g.report.Removed = true
		}
	}
	return nil
}

// conclude prints what came out and returns the failure, if it is one.
func (g *goldenRun) conclude() error {
	if g.report.Pictures == nil {
		g.report.Pictures = []goldenCase{}
	}
	if g.json {
		if err := g.printJSON(g.report); err != nil {
			return err
		}
	} else {
		g.table()
	}
	for _, o := range g.report.Orphans {
		if !g.report.Removed {
			g.warn("%s: no shot makes this approved picture any more", o)
		}
	}
	total := g.report.Passed + g.report.Failed
	switch {
	case total == 0:
		return &differsError{"no picture was compared; an empty selection is a failure"}
	case g.report.Failed > 0:
		return &differsError{fmt.Sprintf("%d of %d %s failed on %s%s",
			g.report.Failed, total, plural(total, "picture"), g.report.Family, g.whereToLook())}
	}
	return nil
}

func (g *goldenRun) whereToLook() string {
	for _, c := range g.report.Pictures {
		if len(c.Files) > 0 {
			return "; look at " + g.artifacts
		}
	}
	return ""
}

// table lists the pictures that are not as they were, all of them with -v.
func (g *goldenRun) table() {
	t := tabwriter.NewWriter(g.out, 0, 0, 2, ' ', 0)
	for _, c := range g.report.Pictures {
		if c.Verdict == "equal" && !g.verbose {
			continue
		}
		mark := "ok"
		if !c.Passed {
			mark = "FAIL"
		}
		name := stem(c.Scene)
		if c.Shot != "" {
			name += "-" + c.Shot
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", mark, name, c.Verdict, oneLine(strings.TrimPrefix(c.Detail, c.Verdict+": ")))
	}
	t.Flush()
	for _, o := range g.report.Orphans {
		if g.report.Removed {
			fmt.Fprintf(g.out, "removed %s\n", o)
		}
	}
	if !g.quiet {
		fmt.Fprintf(g.out, "%d passed, %d failed on %s (%s)\n", g.report.Passed, g.report.Failed, g.report.Device.Name, g.report.Family)
	}
}
