package scene

import "testing"

func TestDitherFade(t *testing.T) {
	for _, c := range []struct {
		fade    DitherFade
		d, want float32
	}{
		{DefaultDitherFade(), 1e6, 1},
		{DitherFade{Coverage: 0.3}, 5, 0.3},
		{DitherFade{Coverage: 7}, 5, 1},
		{DitherFade{Coverage: -7}, 5, 0},
		{DitherFade{Coverage: 1, Full: 10, Gone: 20}, 0, 1},
		{DitherFade{Coverage: 1, Full: 10, Gone: 20}, 10, 1},
		{DitherFade{Coverage: 1, Full: 10, Gone: 20}, 15, 0.5},
		{DitherFade{Coverage: 0.5, Full: 10, Gone: 20}, 15, 0.25},
		{DitherFade{Coverage: 1, Full: 10, Gone: 20}, 20, 0},
		{DitherFade{Coverage: 1, Full: 10, Gone: 20}, inf32, 0},
		{DitherFade{Coverage: 1, Full: 4, Gone: 2}, 1, 0}, // near things go
		{DitherFade{Coverage: 1, Full: 4, Gone: 2}, 2.5, 0.25},
		{DitherFade{Coverage: 1, Full: 4, Gone: 2}, 9, 1},
		{DitherFade{Coverage: 1, Full: 4, Gone: 2}, inf32, 1},
		{DitherFade{Coverage: 1, Full: 1}, 0.25, 0.25},
	} {
		if got := c.fade.At(c.d); got != c.want {
			t.Errorf("%+v leaves %g at %g m, want %g", c.fade, got, c.d, c.want)
		}
	}
	if got := (*DitherFade)(nil).At(3); got != 1 {
		t.Errorf("no fade leaves %g", got)
	}
}
