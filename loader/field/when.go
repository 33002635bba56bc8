package field

import (
	"strconv"
	"time"

	"scenerender/loader/tree"
)

// Years that a date may have: the Gregorian calendar is far from its beginning, and formulas for the sky still hold.
const (
	firstYear = 1600
	lastYear  = 2400
)

// Day is a day of the calendar, as in "2026-06-21" or a date of TOML.
func Day(key string, to *time.Time) *Field { return newField(key, day{to}) }

type day struct{ to *time.Time }

func (v day) decode(d *Decoder, _ *Field, n *tree.Node) bool {
	year, month, of, ok := dateParts(n)
	if !ok {
		d.Errorf(n, `want a date such as "2026-06-21", found %s`, n.Describe())
		return false
	}
	if year < firstYear || year > lastYear {
		d.Errorf(n, "want a year from %d to %d, found %s", firstYear, lastYear, n.Describe())
		return false
	}
	if month < 1 || month > 12 {
		d.Errorf(n, "want a month from 01 to 12, found %s", n.Describe())
		return false
	}
	last := time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	if of < 1 || of > last {
		d.Errorf(n, "want a day from 01 to %d, which %s %d has, found %s", last, time.Month(month), year, n.Describe())
		return false
	}
	*v.to = time.Date(year, time.Month(month), of, 0, 0, 0, 0, time.UTC)
	return true
}

func (v day) schema(*schemas, *Field) map[string]any {
	return map[string]any{"type": "string", "format": "date"}
}

func (v day) words(*Field) string { return "date, as `\"2026-06-21\"`" }

func (v day) initial(*Field) any {
	if v.to.IsZero() {
		return nil
	}
	return v.to.Format(time.DateOnly)
}

// dateParts reads the numbers of YYYY-MM-DD.
func dateParts(n *tree.Node) (year, month, day int, ok bool) {
	if n.Kind != tree.String && n.Kind != tree.Date || len(n.Text) != len(time.DateOnly) || n.Text[4] != '-' || n.Text[7] != '-' {
		return
	}
	for _, part := range []struct {
		to   *int
		text string
	}{{&year, n.Text[:4]}, {&month, n.Text[5:7]}, {&day, n.Text[8:]}} {
		if *part.to, ok = digits(part.text); !ok {
			return
		}
	}
	return
}

// Clock is a time of day in hours, 0 to below 24: as in "14:30", "14:30:15", a time of TOML, or a number of hours.
func Clock(key string, to *float64) *Field { return newField(key, clock{to}) }

type clock struct{ to *float64 }

func (v clock) decode(d *Decoder, _ *Field, n *tree.Node) bool {
	hours, ok := n.Float, n.Kind == tree.Int || n.Kind == tree.Float
	if n.Kind == tree.String || n.Kind == tree.Date {
		hours, ok = clockHours(n.Text)
	}
	if !ok || !(hours >= 0 && hours < 24) {
		d.Errorf(n, `want a time of day such as "14:30", or hours from 0 to below 24, found %s`, n.Describe())
		return false
	}
	*v.to = hours
	return true
}

// clockHours reads HH:MM or HH:MM:SS.
func clockHours(text string) (hours float64, ok bool) {
	if len(text) != len("HH:MM") && len(text) != len("HH:MM:SS") {
		return 0, false
	}
	scale := 1.0
	for i := 0; i < len(text); i += 3 {
		part, fine := digits(text[i : i+2])
		if !fine || i > 0 && (text[i-1] != ':' || part > 59) {
			return 0, false
		}
		hours += float64(part) / scale
		scale *= 60
	}
	return hours, true
}

func (v clock) schema(*schemas, *Field) map[string]any {
	return map[string]any{"anyOf": []any{
		map[string]any{"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"},
		map[string]any{"type": "number", "minimum": 0, "exclusiveMaximum": 24},
	}}
}

func (v clock) words(*Field) string { return "time of day, as `\"14:30\"`, or hours" }

func (v clock) initial(*Field) any {
	minutes := int(*v.to*60 + 0.5)
	return time.Date(2000, 1, 1, minutes/60, minutes%60, 0, 0, time.UTC).Format("15:04")
}

// digits reads a whole number that is written in digits only.
func digits(text string) (int, bool) {
	for _, r := range text {
		if r < '0' || r > '9' {
			return 0, false
		}
	}
	x, err := strconv.Atoi(text)
	return x, err == nil
}
