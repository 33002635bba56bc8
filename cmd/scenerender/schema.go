package main

import (
	"github.com/spf13/cobra"

	"scenerender/loader"
)

func newSchemaCommand(a *app) *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "schema [-o FILE]",
		Short: "Print the JSON Schema of scene files",
		Long: `Print the JSON Schema (draft 2020-12) of scene files, for editors that complete and check while
one types. It comes from the table that the loader reads files with.`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			text := loader.Schema()
			if out != "" {
				return a.writeFile(out, text)
			}
			_, err := a.out.Write(text)
			return err
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "`FILE` to write instead of standard output")
	return c
}
