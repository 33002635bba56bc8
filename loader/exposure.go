package loader

import (
	"fmt"

	"scenerender/loader/field"
	"scenerender/scene"
)

// defaultExposure is that of a scene that does not say: in direct sun, or under a sky without one.
func defaultExposure(sun bool) scene.Exposure {
	x := scene.Exposure{EV100: 12, Source: "the default without a sun"}
	if sun {
		x = scene.Exposure{EV100: 15, Source: "the default with a sun"}
	}
	return x
}

type exposure struct {
	scene.Exposure
	ev100  scene.EV
	camera *exposureCamera
	meter  *meter
	preset string
}

func exposureBlock(e *exposure) field.Block {
	var presets []field.Option[string]
	for _, p := range scene.ExposurePresets {
		presets = append(presets, field.Option[string]{Name: p.Name, Value: p.Name})
	}
	return field.Block{
		Name: "Exposure",
		Doc: "How much light makes a picture bright: EV100 15 suits direct sun, 12 an overcast day, 7 a room. The presets are those of " +
			"photographers' tables: " + presetList() + ".",
		Fields: []*field.Field{
			field.Float("ev100", &e.ev100).Range(-20, 30).Unit("EV").Optional().Doc("Exposure value at ISO 100; one more halves the picture's brightness."),
			field.Object("camera", &e.camera, exposureCameraBlock).Doc("As set on a camera."),
			field.Object("metered", &e.meter, meterBlock).Doc("By the light that falls on what the camera sees; `{}` leaves all to the meter."),
			field.Enum("preset", &e.preset, presets...).Optional().Doc("An exposure value by name."),
			field.Float("compensation", &e.Compensation).Range(-20, 20).Unit("EV").Doc("By how many stops the picture is brighter than that; negative is darker."),
		},
		Rules: []field.Rule{field.ExactlyOne("ev100", "camera", "metered", "preset")},
		Check: func(g *field.Given) {
			compensation := e.Compensation
			switch {
			case e.camera != nil:
				c := e.camera
				e.Exposure = scene.FixedExposure(scene.EVOfCamera(c.aperture, c.shutter, c.iso))
				e.Source = fmt.Sprintf("a camera at f/%.3g, %.3g s, ISO %.4g", c.aperture, c.shutter, c.iso)
			case e.meter != nil:
				e.Exposure = e.meter.Exposure
				e.Source = "a meter"
			case e.preset != "":
				e.Exposure = scene.FixedExposure(presetEV(e.preset))
				e.Source = fmt.Sprintf("the preset %q", e.preset)
			default:
				e.Exposure = scene.FixedExposure(e.ev100)
				e.Source = "the file's ev100"
			}
			e.Compensation = compensation
		},
	}
}

// presetList is "`snow` 16, `sunny` 15, …".
func presetList() (list string) {
	for i, p := range scene.ExposurePresets {
		if i > 0 {
			list += ", "
		}
		list += fmt.Sprintf("`%s` %g", p.Name, p.EV100)
	}
	return list
}

func presetEV(name string) scene.EV {
	for _, p := range scene.ExposurePresets {
		if p.Name == name {
			return p.EV100
		}
	}
	return 0
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

type meter struct{ scene.Exposure }

func meterBlock(m *meter) field.Block {
	m.Exposure = scene.MeteredExposure()
	return field.Block{
		Name: "Meter",
		Doc: "An incident-light meter: EV100 is log2(illuminance · 100 / 250), of the light that falls on what the camera sees. What the surfaces " +
			"reflect of it does not matter: a white and a black room under the same lamp are metered the same.",
		Fields: []*field.Field{
			field.Float("min", &m.Min).Range(-20, 30).Unit("EV").Doc("The least that the meter says, before `compensation`: night stays dark below it."),
			field.Float("max", &m.Max).Range(-20, 30).Unit("EV").Doc("The most that it says."),
			field.Float("light_adaptation", &m.LightAdaptation).Range(0, 3600).Unit("s").Doc("How long a window takes to get used to more light, to 1/e of the difference; 0 is at once. Pictures are settled."),
			field.Float("dark_adaptation", &m.DarkAdaptation).Range(0, 3600).Unit("s").Doc("The same for less light."),
		},
		Check: func(g *field.Given) {
			switch {
			case m.Min <= m.Max || !g.Sure("min", "max"):
			case !g.Has("max"):
				g.Errorf("min", "want at most max, which is %g unless the file says another, found %g", m.Max, m.Min)
			case !g.Has("min"):
				g.Errorf("max", "want at least min, which is %g unless the file says another, found %g", m.Min, m.Max)
			default:
				g.Errorf("max", "want at least min, which is %g, found %g", m.Min, m.Max)
			}
		},
	}
}
