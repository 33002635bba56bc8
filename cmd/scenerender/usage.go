package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"scenerender/loader/field"
)

// knownCommand rejects what is no command, with the nearest ones.
func knownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return usagef("there is no command %q%s", strings.TrimSpace(name(c)+" "+args[0]), meant(args[0], names))
}

// flagError turns a mistake of pflag's into one that names the flag and the nearest known ones.
func flagError(c *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	switch {
	case errors.As(err, &unknown):
		flag := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return usagef("%s has no flag -%s", name(c), flag)
		}
		var names []string
		for _, sub := range c.Root().Commands() {
			if sub.Name() == flag {
				return usagef("there is no flag --%s; did you mean the command %s?", flag, flag)
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, "--"+f.Name)
			}
		})
		return usagef("%s has no flag --%s%s", name(c), flag, meant("--"+flag, names))
	case errors.As(err, &missing):
		return usagef("--%s needs a value: %s", missing.GetFlag().Name, missing.GetFlag().Usage)
	case errors.As(err, &invalid):
		return usagef("--%s %q: %s", invalid.GetFlag().Name, invalid.GetValue(), plainCause(invalid))
	}
	return &usageError{err.Error()}
}

// plainCause says what is wrong with a flag's value. Where a Go function did not like it, that is
// what the flag accepts.
func plainCause(invalid *pflag.InvalidValueError) string {
	switch invalid.GetFlag().Value.Type() {
	case "bool":
		return "want true or false"
	case "duration":
		return "want a time such as 90s, 5m or 1h30m"
	}
	return invalid.Unwrap().Error()
}

// atLeastOne wants one or more arguments, called what in the message.
func atLeastOne(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s needs at least one %s", name(c), what)
		}
		return nil
	}
}

// exactlyOne wants one argument, called what in the message.
func exactlyOne(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usagef("%s needs exactly one %s, not %d", name(c), what, len(args))
		}
		return nil
	}
}

// noArguments wants none.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument, but was given %q", name(c), args[0])
	}
	return nil
}

// oneOf returns an error that lists the accepted names unless name is one of them.
func oneOf(what, name string, names []string) error {
	for _, n := range names {
		if n == name {
			return nil
		}
	}
	return usagef("%s %q is not one of %s%s", what, name, strings.Join(names, ", "), meant(name, names))
}

// meant returns "; did you mean X?" for the nearest of the names, or "".
func meant(typed string, names []string) string {
	if near, ok := field.Nearest(typed, names); ok {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	return ""
}

// name is a command as it is typed after the program's name.
func name(c *cobra.Command) string {
	return strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), c.Root().Name()), " ")
}
