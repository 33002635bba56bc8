package vk

import (
	"testing"

	"pgregory.net/rapid"
)

// check walks an arena: spans cover it without gap or overlap, free neighbours are joined, every free span is in
// its bin, and the sum of what is handed out is right.
func (a *arena) check(t interface{ Fatalf(string, ...any) }) {
	at, used, free := uint64(0), uint64(0), 0
	var prev *span
	for s := a.first; s != nil; s = s.next {
		if s.offset != at || s.size == 0 || s.prev != prev {
			t.Fatalf("span %d+%d at %d", s.offset, s.size, at)
		}
		if s.free {
			free++
			if prev != nil && prev.free {
				t.Fatalf("free spans at %d and %d are not joined", prev.offset, s.offset)
			}
			found := false
			for b := a.bins[bin(s.size)]; b != nil; b = b.nextFree {
				found = found || b == s
			}
			if !found {
				t.Fatalf("free span %d+%d is in no bin", s.offset, s.size)
			}
		} else {
			used += s.size
		}
		at += s.size
		prev = s
	}
	if at != a.size || used != a.used {
		t.Fatalf("spans cover %d of %d, %d used of %d", at, a.size, used, a.used)
	}
	listed := 0
	for b, s := range a.bins {
		if (s != nil) != (a.full[b/64]>>(b%64)&1 == 1) {
			t.Fatalf("bin %d and its bit differ", b)
		}
		for ; s != nil; s = s.nextFree {
			listed++
		}
	}
	if listed != free {
		t.Fatalf("%d spans in bins, %d are free", listed, free)
	}
}

// TestArena allocates and frees at random and compares with a map of bytes.
func TestArena(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Uint64Range(1, 1<<16).Draw(t, "arena")
		a := newArena(size)
		owner := make([]*span, size)
		var live []*span
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			if len(live) > 0 && rapid.Bool().Draw(t, "free") {
				i := rapid.IntRange(0, len(live)-1).Draw(t, "which")
				s := live[i]
				live = append(live[:i], live[i+1:]...)
				for b := s.offset; b < s.offset+s.size; b++ {
					owner[b] = nil
				}
				a.release(s)
			} else {
				n := rapid.Uint64Range(0, size/2+1).Draw(t, "size")
				align := uint64(1) << rapid.IntRange(0, 9).Draw(t, "align")
				s := a.alloc(n, align)
				if s == nil {
					if fits(owner, max(n, 1), align) {
						t.Fatalf("%d bytes at multiples of %d fit, but alloc found no place", n, align)
					}
					continue
				}
				if s.offset%align != 0 || s.size < n || s.offset+s.size > size {
					t.Fatalf("%d bytes at multiples of %d: got %d+%d of %d", n, align, s.offset, s.size, size)
				}
				for b := s.offset; b < s.offset+s.size; b++ {
					if owner[b] != nil {
						t.Fatalf("byte %d is handed out twice", b)
					}
					owner[b] = s
				}
				live = append(live, s)
			}
			a.check(t)
		}
		for _, s := range live {
			a.release(s)
		}
		a.check(t)
		if a.first.next != nil || !a.first.free {
			t.Fatalf("the empty arena is in pieces")
		}
	})
}

// fits searches owner for size free bytes.
func fits(owner []*span, size, align uint64) bool {
	for at := uint64(0); at+size <= uint64(len(owner)); at += align {
		n := uint64(0)
		for n < size && owner[at+n] == nil {
			n++
		}
		if n == size {
			return true
		}
	}
	return false
}

func TestArenaDoubleFree(t *testing.T) {
	a := newArena(1024)
	s := a.alloc(10, 1)
	a.release(s)
	defer func() {
		if recover() == nil {
			t.Error("freeing twice did not panic")
		}
	}()
	a.release(s)
}

func BenchmarkArena(b *testing.B) {
	a := newArena(64 << 20)
	var live [512]*span
	b.ReportAllocs()
	for i := range b.N {
		k := i * 7919 % len(live)
		if live[k] != nil {
			a.release(live[k])
		}
		live[k] = a.alloc(uint64(256+i*6151%65536), 256)
	}
}
