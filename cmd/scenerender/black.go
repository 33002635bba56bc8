package main

import (
	"fmt"

	"scenerender/loader"
)

// blackPicture is the warning about a picture that is black everywhere, which hardly anybody wants; the second
// result says whether it is. Where the background is transparent, alpha may be all that is asked for.
func blackPicture(d drawn) (loader.Problem, bool) {
	p := d.picture
	if d.shot.Transparent || !black(p.Display) || !black(p.Display16) || !black(p.Linear) {
		return loader.Problem{}, false
	}
	return loader.Problem{
		File: d.scene.Path,
		Message: fmt.Sprintf("the picture of shot %q is black everywhere; scenerender light %s --shot %s says why",
			d.shot.Name, quoted(d.scene.Path), quoted(d.shot.Name)),
	}, true
}

// black says whether all colours of RGBA pixels are 0; there may be no pixels.
func black[T byte | uint16 | float32](pixels []T) bool {
	for i, x := range pixels {
		if x != 0 && i%4 != 3 {
			return false
		}
	}
	return true
}
