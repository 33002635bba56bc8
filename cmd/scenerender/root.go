package main

import (
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
)

// An app is one run of the program: where it writes, and what is said on every command.
type app struct {
	out *sink // results
	err *sink // progress, warnings and mistakes

	json    bool
	quiet   bool
	verbose bool
	timeout time.Duration

	watch *watch
	code  int      // of the first problem reported, 0 so far
	said  []string // the problems reported
}

// run executes one command line and returns the exit code. It never panics and prints at most
// one line for each problem.
func run(args []string, stdout, stderr io.Writer) (code int) {
	a := &app{out: &sink{w: stdout}, err: &sink{w: stderr}}
	defer func() {
		if r := recover(); r != nil {
			a.report(&internalError{cause: r, stack: debug.Stack()})
			code = a.code
		}
	}()
	a.watch = newWatch()
	defer a.watch.stop()

	root := newRoot(a)
	root.SetArgs(args)
	if err := root.ExecuteContext(a.watch.ctx); err != nil {
		a.report(err)
	}
	if a.code != exitOK && !a.out.used && wantsJSON(a, args) {
		_ = a.printJSON(struct {
			Error runError `json:"error"`
		}{runError{a.code, a.said}}) // a.out remembers the failure
	}
	if a.out.failed != nil {
		a.report(a.out.failed)
	}
	return a.code
}

// wantsJSON says whether a command line asks for JSON even if it is not understood otherwise.
func wantsJSON(a *app, args []string) bool {
	wants := a.json
	if on, err := strconv.ParseBool(os.Getenv("SCENERENDER_JSON")); err == nil {
		wants = wants || on
	}
	for _, arg := range args {
		switch value, given := strings.CutPrefix(arg, "--json="); {
		case arg == "--":
			return wants
		case arg == "--json":
			wants = true
		case given:
			wants, _ = strconv.ParseBool(value)
		}
	}
	return wants
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "scenerender",
		Short: "Turn scene files into pictures",
		Long: `scenerender draws scenes described by TOML or JSON files and compares pictures with
approved ones. The same scene, device and binary give the same bytes.

Exit codes: 0 fine, 1 pictures differ, 2 usage, 3 scene or asset invalid, 4 file system,
5 no usable device, 6 device lost or out of memory, 7 timeout, 70 internal error,
130 interrupted. Flags beat SCENERENDER_* variables, which beat the scene file.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          knownCommand,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelpCommand())

	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "print one JSON document instead of text")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print nothing but results and mistakes")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "say more")
	flags.DurationVar(&a.timeout, "timeout", 0, "give up after this time, such as 90s (exit code 7)")
	for _, name := range []string{"json", "quiet", "verbose", "timeout"} {
		fromEnvironment(flags, name)
	}
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		if err := applyEnvironment(c.Flags(), os.LookupEnv); err != nil {
			return err
		}
		switch {
		case a.timeout < 0:
			return usagef("--timeout %v: it cannot be negative", a.timeout)
		case a.quiet && a.verbose:
			return usagef("-q and -v exclude each other")
		}
		c.SetContext(a.watch.limit(a.timeout))
		return nil
	}

	root.AddGroup(
		&cobra.Group{ID: "pictures", Title: "Pictures:"},
		&cobra.Group{ID: "scenes", Title: "Scenes and assets:"},
		&cobra.Group{ID: "program", Title: "Machine and program:"},
	)
	for _, command := range []struct {
		group string
		make  func(*app) *cobra.Command
	}{
		{"pictures", newViewCommand},
		{"pictures", newRenderCommand},
		{"pictures", newGoldenCommand},
		{"scenes", newValidateCommand},
		{"scenes", newInfoCommand},
		{"scenes", newLodCommand},
		{"scenes", newLightCommand},
		{"scenes", newSchemaCommand},
		{"scenes", newGraphCommand},
		{"program", newBenchCommand},
		{"program", newDevicesCommand},
		{"program", newVersionCommand},
		{"program", newCompletionCommand},
	} {
		c := command.make(a)
		c.GroupID = command.group
		c.DisableFlagsInUseLine = true
		root.AddCommand(c)
	}
	return root
}

// newHelpCommand replaces cobra's, which answers an unknown topic with success.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about any command",
		RunE: func(c *cobra.Command, args []string) error {
			topic, rest, err := c.Root().Find(args)
			if err != nil || topic == nil || len(rest) > 0 {
				return usagef("no help about %q", strings.Join(args, " "))
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	}
}

// A sink remembers the first write that failed, so that a full disk behind a redirected standard
// output does not pass for success.
type sink struct {
	mu     sync.Mutex
	w      io.Writer
	failed error
	used   bool // something was written, or tried
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used = true
	n, err := s.w.Write(p)
	if err != nil && s.failed == nil {
		s.failed = &outputError{err}
	}
	return n, err
}

// outputError is a failed write to standard output.
type outputError struct{ cause error }

func (e *outputError) Error() string { return "write standard output: " + e.cause.Error() }
func (e *outputError) Unwrap() error { return e.cause }
