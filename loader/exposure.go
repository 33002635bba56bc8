package loader

import (
	"scenerender/loader/field"
	"scenerender/scene"
)

// Exposures of a scene that does not say: in direct sun, and under a sky without one.
const (
	sunnyEV    scene.EV = 15
	overcastEV scene.EV = 12
)

type exposure struct {
	ev100  scene.EV
	camera *exposureCamera
}

func exposureBlock(e *exposure) field.Block {
	return field.Block{
		Name: "Exposure",
		Doc:  "How much light makes a picture bright: EV100 15 suits direct sun, 12 an overcast day, 7 a room.",
		Fields: []*field.Field{
			field.Float("ev100", &e.ev100).Range(-20, 30).Unit("EV").Optional().Doc("Exposure value at ISO 100; one more halves the picture's brightness."),
			field.Object("camera", &e.camera, exposureCameraBlock).Doc("As set on a camera."),
		},
		Rules: []field.Rule{field.ExactlyOne("ev100", "camera")},
		Check: func(*field.Given) {
			if c := e.camera; c != nil {
				e.ev100 = scene.EVOfCamera(c.aperture, c.shutter, c.iso)
			}
		},
	}
}

type exposureCamera struct{ aperture, shutter, iso float32 }

func exposureCameraBlock(c *exposureCamera) field.Block {
	*c = exposureCamera{aperture: 16, shutter: 1.0 / 125, iso: 100}
	return field.Block{
		Name: "ExposureCamera",
		Doc:  "The settings of a camera; the defaults are EV100 15.",
		Fields: []*field.Field{
			field.Float("aperture", &c.aperture).Range(0.5, 128).Unit("f-stop").Doc("The N of f/N."),
			field.Float("shutter", &c.shutter).Range(1e-6, 3600).Unit("s").Doc("How long it is open."),
			field.Float("iso", &c.iso).Range(1, 1e7).Unit("ISO").Doc("The sensor's sensitivity."),
		},
	}
}
