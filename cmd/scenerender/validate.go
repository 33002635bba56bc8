package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// A validation is what `scenerender validate` says of one file.
type validation struct {
	File     string   `json:"file"`
	Valid    bool     `json:"valid"`
	Problems []string `json:"problems"`
	Warnings []string `json:"warnings"`
	code     int      // of the exit, for this file alone
}

func newValidateCommand(a *app) *cobra.Command {
	var load loadFlags
	c := &cobra.Command{
		Use:   "validate SCENE...",
		Short: "Report all mistakes in scenes and what they use",
		Long: `Report all mistakes in scene or glTF files and in everything they use, with file, line and column.
Exit code 0 when there are none, else that of the first file that has any: 3, or 4 where it cannot be
read. SCENE is a file or a folder of scenes.`,
		Args:              atLeastOne("SCENE"),
		ValidArgsFunction: completeScenes,
		RunE: func(c *cobra.Command, args []string) error {
			files, err := sceneFiles(args)
			if err != nil {
				return err
			}
			results := []validation{}
			scenes := load.ahead(c.Context(), files)
			for {
				l, more, err := next(c.Context(), scenes)
				if err != nil {
					return err
				}
				if !more {
					break
				}
				v, err := validated(l)
				if err != nil {
					return err
				}
				results = append(results, v)
			}
			return a.printValidations(results)
		},
	}
	load.register(c)
	return c
}

// validated sorts what loading found; an error is one that has nothing to do with the file and ends the run.
func validated(l loaded) (validation, error) {
	v := validation{File: l.path, Valid: l.err == nil, Problems: []string{}, Warnings: []string{}, code: exitCode(l.err)}
	for _, w := range l.warnings {
		v.Warnings = append(v.Warnings, oneLine(w.String()))
	}
	if l.err != nil {
		if v.code != exitInvalid && v.code != exitIO {
			return v, l.err
		}
		v.Problems = problems(l.err)
	}
	return v, nil
}

func (a *app) printValidations(results []validation) error {
	found := 0
	for _, v := range results {
		found += len(v.Problems)
		if a.code == exitOK {
			a.code = v.code
		}
	}
	if a.json {
		return a.printJSON(struct {
			Files []validation `json:"files"`
		}{results})
	}
	for _, v := range results {
		for _, p := range v.Problems {
			fmt.Fprintln(a.out, p)
		}
		if !a.quiet {
			for _, w := range v.Warnings {
				fmt.Fprintf(a.out, "%s (warning)\n", w)
			}
		}
	}
	if !a.quiet {
		fmt.Fprintf(a.out, "%d %s, %d %s\n", len(results), plural(len(results), "file"), found, plural(found, "problem"))
	}
	return nil
}
