package loader_test

import (
	"fmt"

	"scenerender/loader"
)

func ExampleLoad() {
	s, warnings, err := loader.Load("testdata/simple.toml", loader.Options{})
	if err != nil {
		fmt.Println(err) // every mistake with its place, a line each
		return
	}
	fmt.Println(len(warnings), "warnings,", len(s.Entities), "entities,", len(s.Shots), "shots")
	_, _, err = loader.Load("testdata/mistakes/version.toml", loader.Options{})
	fmt.Println(err)
	// Output:
	// 0 warnings, 4 entities, 2 shots
	// testdata/mistakes/version.toml:2:11: version: want 1, found 2
}
