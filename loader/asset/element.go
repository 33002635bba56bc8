package asset

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

var inf = math.Inf(1)

// An element is a JSON object with its place in the document. Its methods read members,
// check them, and report what is wrong at the member's place; a wrong or absent member reads
// as its default.
type element struct {
	r     *reader
	v     *value
	up    *element
	key   string // of the object above; "" for an element of an array
	index int    // in the array above
}

// path spells the place as meshes[3].primitives[0].indices.
func (e *element) path() string {
	if e.up == nil {
		return ""
	}
	above := e.up.path()
	if e.key == "" {
		return above + "[" + strconv.Itoa(e.index) + "]"
	}
	return join(above, e.key)
}

// at spells the place of a member, whose key may have an index behind it.
func (e *element) at(key string) string {
	if above := e.path(); above != "" {
		return above + "." + key
	}
	return key
}

func join(path, key string) string {
	if len(key) > 80 {
		key = key[:80] + "..."
	}
	if strings.ContainsAny(key, ".[] \n") {
		key = strconv.Quote(key)
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

func (e *element) fail(key, format string, args ...any) {
	e.r.fail(e.at(key), format, args...)
}

func (e *element) has(key string) bool { return e.v.get(key) != nil }

// member returns a member of the wanted kind, or nil with a report where it is another.
func (e *element) member(key string, kind byte, what string) *element {
	v := e.v.get(key)
	if v == nil {
		return nil
	}
	if byte(v.kind) != kind {
		e.fail(key, "must be %s, not %s", what, v.what())
		return nil
	}
	return &element{r: e.r, v: v, up: e, key: key}
}

func (e *element) object(key string) *element { return e.member(key, '{', "an object") }

func (e *element) require(key string) bool {
	if e.has(key) {
		return true
	}
	e.fail(key, "is required")
	return false
}

// array returns a member that must be an array with at least one element.
func (e *element) array(key string) *element {
	a := e.member(key, '[', "an array")
	if a != nil && len(a.v.items) == 0 {
		e.fail(key, "must not be empty (leave it out instead)")
		return nil
	}
	return a
}

// objects calls read for each object of an array of objects, and returns the array's length.
func (e *element) objects(key string, read func(i int, o *element)) int {
	a := e.array(key)
	if a == nil {
		return 0
	}
	for i := range a.v.items {
		v := &a.v.items[i]
		o := &element{r: e.r, v: v, up: a, index: i}
		if v.kind != '{' {
			e.r.fail(o.path(), "must be an object, not %s", v.what())
			continue
		}
		read(i, o)
	}
	return len(a.v.items)
}

func (e *element) string(key string) string {
	s := e.member(key, '"', "a string")
	if s == nil {
		return ""
	}
	return s.v.str
}

func (e *element) bool(key string) bool {
	v := e.v.get(key)
	if v == nil || v.kind == 'f' {
		return false
	}
	if v.kind != 't' {
		e.fail(key, "must be a boolean, not %s", v.what())
	}
	return v.kind == 't'
}

// int reads an integer of lo..hi. glTF allows it to be written 2.0 or 2e0.
func (e *element) int(key string, def, lo, hi int) int {
	v := e.v.get(key)
	if v == nil {
		return def
	}
	n, ok := e.integer(key, v, lo, hi)
	if !ok {
		return def
	}
	return n
}

func (e *element) integer(key string, v *value, lo, hi int) (int, bool) {
	switch {
	case v.kind != '0':
		e.fail(key, "must be an integer, not %s", v.what())
	case v.num != math.Trunc(v.num):
		e.fail(key, "must be an integer, not %v", v.num)
	case v.num < float64(lo) || v.num > float64(hi):
		if hi == maxInt {
			e.fail(key, "is %v, must be at least %d", v.num, lo)
		} else {
			e.fail(key, "is %v, must be %d to %d", v.num, lo, hi)
		}
	default:
		return int(v.num), true
	}
	return 0, false
}

// maxInt is the largest integer that a JSON number is sure to hold.
const maxInt = 1<<53 - 1

// enum reads one of the listed integers; others are returned as -1 with a warning, as the
// specification leaves room for extensions here.
func (e *element) enum(key string, def int, known ...int) int {
	n := e.int(key, def, 0, maxInt)
	if n != def && !slices.Contains(known, n) {
		e.r.warn(e.at(key), "has the unknown value %d", n)
		return -1
	}
	return n
}

// float reads a number of lo..hi that a float32 can hold.
func (e *element) float(key string, def, lo, hi float64) float32 {
	v := e.v.get(key)
	if v == nil {
		return float32(def)
	}
	if !e.checkNumber(key, -1, v, lo, hi) {
		return float32(def)
	}
	return float32(v.num)
}

// checkNumber reports v, which is the member key, or its i-th element where i ≥ 0.
func (e *element) checkNumber(key string, i int, v *value, lo, hi float64) bool {
	if v.kind == '0' && v.num >= max(lo, -math.MaxFloat32) && v.num <= min(hi, math.MaxFloat32) {
		return true
	}
	if i >= 0 {
		key += "[" + strconv.Itoa(i) + "]"
	}
	switch {
	case v.kind != '0':
		e.fail(key, "must be a number, not %s", v.what())
	case math.Abs(v.num) > math.MaxFloat32:
		e.fail(key, "is out of the range of 32-bit numbers")
	case hi == inf:
		e.fail(key, "is %v, must be at least %v", v.num, lo)
	default:
		e.fail(key, "is %v, must be %v to %v", v.num, lo, hi)
	}
	return false
}

// floats reads an array of len(def) numbers into def, which is returned; it stays as it is
// where the member is absent or wrong.
func (e *element) floats(key string, def []float32, lo, hi float64) []float32 {
	a := e.member(key, '[', "an array")
	if a == nil {
		return def
	}
	if len(a.v.items) != len(def) {
		e.fail(key, "must have %d numbers, not %d", len(def), len(a.v.items))
		return def
	}
	for i := range a.v.items {
		if !e.checkNumber(key, i, &a.v.items[i], lo, hi) {
			return def
		}
	}
	for i := range def {
		def[i] = float32(a.v.items[i].num)
	}
	return def
}

// numbers reads an array of any length.
func (e *element) numbers(key string) []float64 {
	a := e.array(key)
	if a == nil {
		return nil
	}
	list := make([]float64, len(a.v.items))
	for i := range list {
		if !e.checkNumber(key, i, &a.v.items[i], -inf, inf) {
			return nil
		}
		list[i] = a.v.items[i].num
	}
	return list
}

// reference reads an index into one of the document's arrays; -1 where absent or wrong.
func (e *element) reference(key, collection string) int {
	v := e.v.get(key)
	if v == nil {
		return -1
	}
	return e.resolve(key, v, collection)
}

func (e *element) resolve(key string, v *value, collection string) int {
	n, ok := e.integer(key, v, 0, maxInt)
	if !ok {
		return -1
	}
	if have := e.r.lengths[collection]; n >= have {
		e.fail(key, "refers to %s[%d], but there %s", collection, n, areThere(have))
		return -1
	}
	return n
}

func areThere(n int) string {
	switch n {
	case 0:
		return "are none"
	case 1:
		return "is only one"
	}
	return fmt.Sprintf("are only %d", n)
}

// references reads an array of distinct indices.
func (e *element) references(key, collection string) []int {
	a := e.array(key)
	if a == nil {
		return nil
	}
	list := make([]int, 0, len(a.v.items))
	seen := make(map[int]bool, len(a.v.items))
	for i := range a.v.items {
		name := key + "[" + strconv.Itoa(i) + "]"
		n := e.resolve(name, &a.v.items[i], collection)
		switch {
		case n < 0:
		case seen[n]:
			e.fail(name, "names %s[%d] a second time", collection, n)
		default:
			seen[n] = true
			list = append(list, n)
		}
	}
	return list
}

// strings reads an array of distinct strings.
func (e *element) strings(key string) []string {
	a := e.array(key)
	if a == nil {
		return nil
	}
	var list []string
	seen := map[string]bool{}
	for i := range a.v.items {
		v := &a.v.items[i]
		switch {
		case v.kind != '"':
			e.fail(key+"["+strconv.Itoa(i)+"]", "must be a string, not %s", v.what())
		case seen[v.str]:
			e.r.warn(e.at(key), "names %q twice", v.str)
		default:
			seen[v.str] = true
			list = append(list, v.str)
		}
	}
	return list
}
