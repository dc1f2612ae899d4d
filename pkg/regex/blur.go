package regex

import "unicode/utf8"

// In a text of which not all is known any more these stand for what was lost.
const (
	Lost     rune = -2 // one character: "_", or one that is no ASCII letter or digit
	Anything rune = -3 // any text, the empty one too
	Losts    rune = -4 // any number of characters as Lost, or none
)

// Could says whether the expression matches one of the texts that s may have
// been. It errs on the side of yes: for a character of a class beyond ASCII, and
// for what \b is to find beside a lost one.
func (re *Regex) Could(s []rune) bool {
	re.compile()
	m := newMachine(re.prog)
	before := rune(none)
	for i, round := 0, int32(1); ; round++ {
		c := rune(none)
		if i < len(s) {
			c = s[i]
		}
		if m.reach(round, before, c) {
			return true
		}
		switch c {
		case none:
			return false
		case Anything, Losts:
			m.spread(round, c)
		case Lost:
			m.takeLost()
		default:
			m.take(c)
		}
		before, i = c, i+1
	}
}

// spread goes to everything that any text, or any one of lost characters, leads
// to from what this round has reached, which stays reached: the text may be empty.
func (m *machine) spread(round int32, of rune) {
	been := make([]bool, len(m.prog))
	m.todo = m.todo[:0]
	for at, seen := range m.seen {
		if seen == round {
			m.todo = append(m.todo, int32(at))
		}
	}
	for len(m.todo) > 0 {
		at := m.todo[len(m.todo)-1]
		m.todo = m.todo[:len(m.todo)-1]
		if been[at] {
			continue
		}
		been[at] = true
		switch in := &m.prog[at]; in.op {
		case opMatch, opBegin, opEnd: // the text goes on
		case opSplit:
			m.todo = append(m.todo, in.x, in.y)
		default:
			if of == Anything || in.takesLost() {
				m.todo = append(m.todo, at+1)
			}
		}
		m.next = append(m.next, at)
	}
}

// takeLost gives everyone that waits a character that was lost.
func (m *machine) takeLost() {
	for _, at := range m.now {
		if m.prog[at].takesLost() {
			m.next = append(m.next, at+1)
		}
	}
}

// takesLost says whether a character that was lost may be what an instruction
// waits for; one that waits for none goes on.
func (in *inst) takesLost() bool {
	switch in.op {
	case opChar:
		return losable(in.r) || in.fold && (sameFold(in.r, longS) || sameFold(in.r, kelvin))
	case opSet:
		return in.set.hasLosable()
	}
	return true
}

// The two that are letters of ASCII, too, where case does not count.
const longS, kelvin = 'ſ', '\u212a'

func losable(c rune) bool { return c == '_' || !isWord(c) }

// hasLosable says whether a set may hold a character that is lost.
func (s *set) hasLosable() bool {
	if s.neg || s.first.beyond() || s.has(longS) || s.has(kelvin) {
		return true
	}
	for i := range s.more {
		if s.more[i].beyond() {
			return true
		}
	}
	for c := rune(0); c < utf8.RuneSelf; c++ {
		if losable(c) && s.has(c) {
			return true
		}
	}
	return false
}

// beyond says whether an item holds more than ASCII.
func (it *item) beyond() bool { return it.neg || it.ranges == "" && it.pair[1] >= utf8.RuneSelf }
