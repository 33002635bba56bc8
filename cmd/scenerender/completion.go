package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

func newCompletionCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a script that lets a shell complete commands, flags and files",
		Example: `  source <(scenerender completion bash)
  scenerender completion fish > ~/.config/fish/completions/scenerender.fish`,
		Args:      exactlyOne("shell"),
		ValidArgs: shells,
		RunE: func(c *cobra.Command, args []string) error {
			if err := oneOf("shell", args[0], shells); err != nil {
				return err
			}
			var script bytes.Buffer
			if err := writeCompletion(c.Root(), args[0], &script); err != nil {
				return err
			}
			if a.json {
				return a.printJSON(struct {
					Shell  string `json:"shell"`
					Script string `json:"script"`
				}{args[0], script.String()})
			}
			_, err := a.out.Write(script.Bytes())
			return err
		},
	}
}

func writeCompletion(root *cobra.Command, shell string, w io.Writer) error {
	switch shell {
	case "bash":
		return root.GenBashCompletionV2(w, true)
	case "zsh":
		return root.GenZshCompletion(w)
	case "fish":
		return root.GenFishCompletion(w, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(w)
	}
	return fmt.Errorf("no completion for %s", shell)
}

// completeScenes offers scene files and folders to the shell.
func completeScenes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"toml", "json"}, cobra.ShellCompDirectiveFilterFileExt
}
