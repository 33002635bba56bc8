package vk

import "math/bits"

// arena hands out parts of one memory block of size bytes; it knows nothing of Vulkan. Free parts lie in lists
// by size class (a power of two in eight steps), the smallest class that has a fit is taken, and neighbours that
// become free are joined at once (the scheme of TLSF: Masmano, Ripoll, Crespo, Real, "TLSF: a new dynamic memory
// allocator for real-time systems", ECRTS 2004, with a walk inside a class because of alignment).
type arena struct {
	size  uint64
	used  uint64
	first *span // in order of address
	bins  [arenaBins]*span
	full  [arenaBins / 64]uint64 // bit per bin that has spans
}

const arenaBins = 64 * 8

// span is a part of an arena, free or handed out.
type span struct {
	offset, size       uint64
	free               bool
	prev, next         *span // neighbours in address order
	prevFree, nextFree *span // in the bin's list
}

func newArena(size uint64) *arena {
	a := &arena{size: size}
	a.first = &span{size: size}
	a.insert(a.first)
	return a
}

// alloc returns a span of at least size bytes whose offset is a multiple of align (a power of two), or nil.
func (a *arena) alloc(size, align uint64) *span {
	size = max(size, 1)
	for b := a.nextBin(bin(size)); b >= 0; b = a.nextBin(b + 1) {
		for s := a.bins[b]; s != nil; s = s.nextFree {
			start := alignUp(s.offset, align)
			if pad := start - s.offset; pad <= s.size && s.size-pad >= size {
				a.remove(s)
				if pad > 0 {
					a.insert(a.split(s, pad))
					s = s.next
				}
				if s.size-size >= 64 { // less would only make crumbs
					a.split(s, size)
					a.insert(s.next)
				}
				a.used += s.size
				return s
			}
		}
	}
	return nil
}

// release gives back a span that alloc returned.
func (a *arena) release(s *span) {
	if s.free {
		panic("vk: memory freed twice")
	}
	a.used -= s.size
	if p := s.prev; p != nil && p.free {
		a.remove(p)
		a.join(p)
		s = p
	}
	if n := s.next; n != nil && n.free {
		a.remove(n)
		a.join(s)
	}
	a.insert(s)
}

// split cuts s after size bytes; s keeps the front.
func (a *arena) split(s *span, size uint64) *span {
	rest := &span{offset: s.offset + size, size: s.size - size, prev: s, next: s.next}
	if s.next != nil {
		s.next.prev = rest
	}
	s.next, s.size = rest, size
	return s
}

// join adds s.next to s.
func (a *arena) join(s *span) {
	n := s.next
	s.size += n.size
	s.next = n.next
	if n.next != nil {
		n.next.prev = s
	}
}

func (a *arena) insert(s *span) {
	b := bin(s.size)
	s.free = true
	s.prevFree, s.nextFree = nil, a.bins[b]
	if s.nextFree != nil {
		s.nextFree.prevFree = s
	}
	a.bins[b] = s
	a.full[b/64] |= 1 << (b % 64)
}

func (a *arena) remove(s *span) {
	b := bin(s.size)
	if s.nextFree != nil {
		s.nextFree.prevFree = s.prevFree
	}
	if s.prevFree != nil {
		s.prevFree.nextFree = s.nextFree
	} else if a.bins[b] = s.nextFree; s.nextFree == nil {
		a.full[b/64] &^= 1 << (b % 64)
	}
	s.free, s.prevFree, s.nextFree = false, nil, nil
}

// nextBin is the first bin from b on that has spans, or -1.
func (a *arena) nextBin(b int) int {
	for w := b / 64; w < len(a.full); w++ {
		m := a.full[w]
		if w == b/64 {
			m &= ^uint64(0) << (b % 64)
		}
		if m != 0 {
			return w*64 + bits.TrailingZeros64(m)
		}
	}
	return -1
}

// bin is the size class: spans of a class differ by less than an eighth.
func bin(size uint64) int {
	top := bits.Len64(size) - 1
	if top < 3 {
		return int(size)
	}
	return top*8 + int(size>>(top-3)&7)
}

func alignUp(v, align uint64) uint64 { return (v + align - 1) &^ (align - 1) }
