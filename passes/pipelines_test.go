package passes

import (
	"errors"
	"testing"
)

// What did not compile for one renderer is tried again for the next; what did is shared.
func TestPipelinesThatFail(t *testing.T) {
	shared := NewPipelines(nil)
	tries := 0
	compile := func(*program) error {
		if tries++; tries == 1 {
			return errors.New("out of memory")
		}
		return nil
	}
	for n, fails := range []bool{true, false, false} {
		p := &programs{Pipelines: shared}
		p.start("a", compile)
		if err := p.wait(); (err != nil) != fails {
			t.Errorf("renderer %d: %v", n, err)
		}
	}
	if tries != 2 {
		t.Errorf("compiled %d times", tries)
	}
}
