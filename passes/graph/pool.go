package graph

// idleFrames is how many frames a slot may go unused before it is given up.
// Passes that run every few frames should find theirs again, and a window
// being resized should not fill memory with old sizes.
const idleFrames = 8

// pool holds the slots behind transient resources. It outlives frames: a steady
// frame finds the slots of the one before, and waits for its uses of them, since
// on one queue the frames overlap.
type pool struct {
	slots  []slot
	serial int // last given
}

type slot struct {
	desc   desc
	uses   useSet // created for
	wanted useSet // by this frame
	last   useSet // what the next occupant waits for
	serial int    // 0 for none
	busy   bool
	idle   int // frames
}

func (p *pool) begin() {
	for i := range p.slots {
		p.slots[i].wanted = 0
		p.slots[i].busy = false
	}
}

// take returns the first free slot of that description, so that the same frame
// gets the same slots each time.
func (p *pool) take(d desc, uses useSet) int {
	index := -1
	for i := range p.slots {
		s := &p.slots[i]
		if s.serial == 0 {
			if index < 0 {
				index = i // an empty place, if nothing fits
			}
		} else if !s.busy && s.desc == d {
			index = i
			break
		}
	}
	if index < 0 {
		index = len(p.slots)
		p.slots = append(p.slots, slot{})
	}
	s := &p.slots[index]
	if s.serial == 0 {
		*s = slot{desc: d, serial: p.next()}
	}
	s.busy = true
	s.wanted |= uses
	return index
}

func (p *pool) release(index int, last useSet) {
	p.slots[index].busy = false
	p.slots[index].last = last
}

// end gives up what has been idle, and a new serial to what was asked for uses
// it had not been created for.
func (p *pool) end() {
	for i := range p.slots {
		s := &p.slots[i]
		switch {
		case s.serial == 0:
		case s.wanted == 0:
			if s.idle++; s.idle > idleFrames {
				*s = slot{}
			}
		default:
			s.idle = 0
			if s.wanted&^s.uses != 0 {
				if s.uses != 0 {
					s.serial = p.next()
				}
				s.uses |= s.wanted
			}
		}
	}
}

func (p *pool) next() int {
	p.serial++
	return p.serial
}
