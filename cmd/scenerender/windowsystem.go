//go:build !headless

package main

import (
	"bytes"
	"log"
	"runtime"
	"strings"

	"github.com/go-gl/glfw/v3.3/glfw"
)

func init() {
	// Window systems want to be spoken to by the thread that the program began on.
	runtime.LockOSThread()
}

// startGLFW opens the window system. GLFW's Go half logs what it takes for rare, a missing display included, and says
// nothing to its caller.
func startGLFW(a *app) error {
	var said bytes.Buffer
	log.SetOutput(&said)
	if err := glfw.Init(); err != nil {
		said.WriteString(err.Error())
	}
	log.SetOutput(noter{a})
	switch {
	case !startedGLFW():
		return &noWindow{"no window can be opened: " + plainGLFW(said.String())}
	case !glfw.VulkanSupported():
		glfw.Terminate()
		return &noWindow{"no window can be opened: there is no Vulkan loader, or it does not know this window system"}
	}
	if said.Len() > 0 { // of what it does without, such as joysticks
		log.Print(said.String())
	}
	return nil
}

// startedGLFW says whether the window system is open: GLFW's Go half panics at calls where it is not.
func startedGLFW() (yes bool) {
	defer func() { yes = recover() == nil }()
	glfw.GetTime()
	return
}

// A noter is a log that those see who asked for more.
type noter struct{ *app }

func (n noter) Write(line []byte) (int, error) {
	n.note("window: %s", plainGLFW(string(line)))
	return len(line), nil
}

// plainGLFW is what GLFW says, without the time, the code and the full stop.
func plainGLFW(text string) string {
	text = oneLine(text)
	for _, code := range []string{"PlatformError: ", "APIUnavailable: "} {
		if _, rest, ok := strings.Cut(text, code); ok {
			text = rest
		}
	}
	return text
}
