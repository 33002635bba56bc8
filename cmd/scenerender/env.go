package main

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"
)

// environmentKey marks a flag that a variable may set; its value is the variable's name.
const environmentKey = "environment"

// fromEnvironment lets SCENERENDER_<NAME> set a flag that the command line does not.
func fromEnvironment(flags *pflag.FlagSet, name string) {
	f := flags.Lookup(name)
	variable := "SCENERENDER_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
	f.Usage += " [" + variable + "]"
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[environmentKey] = []string{variable}
}

// allFromEnvironment does so for every flag of the set.
func allFromEnvironment(flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) { fromEnvironment(flags, f.Name) })
}

// applyEnvironment sets the flags that the command line left alone. An empty variable is no
// variable.
func applyEnvironment(flags *pflag.FlagSet, lookup func(string) (string, bool)) error {
	var mistakes []error
	flags.VisitAll(func(f *pflag.Flag) {
		variable := f.Annotations[environmentKey]
		if len(variable) == 0 || f.Changed {
			return
		}
		value, ok := lookup(variable[0])
		if !ok || value == "" {
			return
		}
		if err := flags.Set(f.Name, value); err != nil {
			var invalid *pflag.InvalidValueError
			cause := err.Error()
			if errors.As(err, &invalid) {
				cause = plainCause(invalid)
			}
			mistakes = append(mistakes, usagef("%s=%q: %s", variable[0], value, cause))
		}
	})
	return errors.Join(mistakes...)
}
