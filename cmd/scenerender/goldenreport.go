package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	Orphans  []string         `json:"orphans,omitempty"`         // approved pictures that no shot makes
	Stale    []string         `json:"stale_artifacts,omitempty"` // of pictures that no shot makes
	Removed  bool             `json:"orphans_removed,omitempty"` // both
	Warnings []loader.Problem `json:"warnings,omitempty"`
	Error    *runError        `json:"error,omitempty"` // what ended the run early
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

// findOrphans lists approved pictures and artifacts that no shot of the folder makes, and removes
// them with --prune. Those of a scene that could not be loaded are not known to be orphans.
func (g *goldenRun) findOrphans() (err error) {
	if g.report.Family == "" {
		return nil // then --dir itself would be searched
	}
	if g.report.Orphans, err = g.strays(g.dir, ".png"); err != nil {
		return err
	}
	if g.report.Stale, err = g.strays(g.artifacts, artifactSuffixes...); err != nil || !g.prune {
		return err
	}
	for _, file := range slices.Concat(g.report.Orphans, g.report.Stale) {
		if err := os.Remove(file); err != nil {
			return err
		}
		g.report.Removed = true
	}
	return nil
}

// strays lists the files of the family in dir that are called as some picture with one of the
// suffixes, but no picture of the report.
func (g *goldenRun) strays(dir string, suffixes ...string) ([]string, error) {
	dir = filepath.Join(dir, g.report.Family)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	var broken []string
	for _, c := range g.report.Pictures {
		if c.Shot == "" {
			broken = append(broken, fileSafe(stem(c.Scene))+"-")
		}
		wanted[baselineName(c.Scene, c.Shot)] = true
	}
	var strays []string
	for _, e := range entries {
		i := slices.IndexFunc(suffixes, func(s string) bool { return strings.HasSuffix(e.Name(), s) })
		if e.IsDir() || i < 0 {
			continue
		}
		name := strings.TrimSuffix(e.Name(), suffixes[i])
		if wanted[name] || slices.ContainsFunc(broken, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
			continue
		}
		strays = append(strays, filepath.Join(dir, e.Name()))
	}
	return strays, nil
}

// broken ends a run that could not be finished.
func (g *goldenRun) broken(err error) error {
	if !g.json {
		return err
	}
	if g.report.Pictures == nil {
		g.report.Pictures = []goldenCase{}
	}
	g.report.Error = g.errorOf(err)
	return errors.Join(err, g.printJSON(g.report))
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
			g.warn("%s: no shot makes this approved picture any more; golden update --prune removes it", o)
		}
	}
	for _, o := range g.report.Stale {
		if !g.report.Removed {
			g.note("%s: no shot makes this artifact any more; golden update --prune removes it", o)
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
		detail := oneLine(strings.TrimPrefix(c.Detail, c.Verdict+": "))
		if c.Verdict == notDrawn {
			detail = "" // standard error has all of it
		}
		fmt.Fprintln(t, strings.TrimRight(strings.Join([]string{mark, name, c.Verdict, detail}, "\t"), "\t"))
	}
	t.Flush()
	for _, o := range slices.Concat(g.report.Orphans, g.report.Stale) {
		if g.report.Removed {
			fmt.Fprintf(g.out, "removed %s\n", o)
		}
	}
	if !g.quiet {
		fmt.Fprintf(g.out, "%d passed, %d failed on %s (%s)\n", g.report.Passed, g.report.Failed, g.report.Device.Name, g.report.Family)
	}
}
