package regex

import "unicode/utf8"

// inst is one instruction. After one that has taken a character, or has found
// what it asserts, the next one follows.
type inst struct {
	op   op
	fold bool
	r    rune
	x, y int32 // opSplit
	set  *set
}

// emit appends the instructions of a node.
func (n *node) emit(prog []inst) []inst {
	switch n.op {
	case opEmpty:
	case opConcat:
		for k := n.kids; k != nil; k = k.next {
			prog = k.emit(prog)
		}
	case opAlternate:
		var ends []int32
		for k := n.kids; k != nil; k = k.next {
			split := int32(len(prog))
			if k.next != nil {
				prog = append(prog, inst{op: opSplit, x: split + 1})
			}
			prog = k.emit(prog)
			if k.next != nil {
				ends = append(ends, int32(len(prog)))
				prog = append(prog, inst{op: opSplit})
				prog[split].y = int32(len(prog))
			}
		}
		for _, e := range ends {
			prog[e].x, prog[e].y = int32(len(prog)), int32(len(prog))
		}
	case opRepeat:
		return n.emitRepeat(prog)
	default:
		prog = append(prog, inst{op: n.op, r: n.r, fold: n.fold, set: n.set})
	}
	return prog
}

func (n *node) emitRepeat(prog []inst) []inst {
	for range n.min {
		prog = n.kids.emit(prog)
	}
	if n.max < 0 {
		split := int32(len(prog))
		prog = append(prog, inst{op: opSplit, x: split + 1})
		prog = n.kids.emit(prog)
		prog = append(prog, inst{op: opSplit, x: split, y: split})
		prog[split].y = int32(len(prog))
		return prog
	}
	var splits []int
	for range n.max - n.min {
		splits = append(splits, len(prog))
		prog = append(prog, inst{op: opSplit, x: int32(len(prog)) + 1})
		prog = n.kids.emit(prog)
	}
	for _, s := range splits {
		prog[s].y = int32(len(prog))
	}
	return prog
}

// machine goes through a text once, in all the places of a program at once
// where it can be.
type machine struct {
	prog []inst
	seen []int32 // the round in which an instruction was reached last
	todo []int32
	now  []int32 // instructions that wait for a character
	next []int32 // where those go on that have got theirs
}

// anchored says whether a match can only begin where the text does.
func (n *node) anchored() bool {
	return n.op == opBegin || n.op == opConcat && n.kids != nil && n.kids.anchored()
}

// roomy is more than 512 bytes: those have their marks elsewhere than at the end of
// the page, and the first of them is one page fault, not two.
const roomy = 136

func newMachine(prog []inst) machine {
	n := int32(len(prog))
	room := make([]int32, max(5*n, roomy)) // one piece; todo gets two entries an instruction at most, and the first
	return machine{prog: prog, seen: room[:n], now: room[n : n : 2*n], next: room[2*n : 2*n : 3*n], todo: room[3*n : 3*n]}
}

func run(prog []inst, s string, anchored bool) bool {
	m := newMachine(prog)
	before := rune(none)
	for i, round := 0, int32(1); ; round++ {
		c, width := rune(none), 0
		if i < len(s) {
			if c, width = rune(s[i]), 1; c >= utf8.RuneSelf {
				c, width = utf8.DecodeRuneInString(s[i:])
			}
		}
		if m.reach(round, before, c) {
			return true
		}
		if width == 0 || anchored && len(m.now) == 0 {
			return false
		}
		m.take(c)
		before, i = c, i+width
	}
}

// reach goes to every instruction that can be reached without a character,
// from the beginning, too: a match may start anywhere.
func (m *machine) reach(round int32, before, c rune) (matched bool) {
	m.todo = append(append(m.todo[:0], m.next...), 0)
	m.now, m.next = m.now[:0], m.next[:0]
	for len(m.todo) > 0 {
		at := m.todo[len(m.todo)-1]
		m.todo = m.todo[:len(m.todo)-1]
		if m.seen[at] == round {
			continue
		}
		m.seen[at] = round
		switch in := &m.prog[at]; in.op {
		case opMatch:
			return true
		case opSplit:
			m.todo = append(m.todo, in.y, in.x)
		case opChar, opAny, opNotLine, opSet:
			m.now = append(m.now, at)
		default:
			if holds(in.op, before, c) {
				m.todo = append(m.todo, at+1)
			}
		}
	}
	return false
}

// take gives everyone that waits the character.
func (m *machine) take(c rune) {
	for _, at := range m.now {
		ok := false
		switch in := &m.prog[at]; in.op {
		case opChar:
			ok = c == in.r || in.fold && sameFold(in.r, c)
		case opAny:
			ok = true
		case opNotLine:
			ok = c != '\n'
		case opSet:
			ok = in.set.has(c)
		}
		if ok {
			m.next = append(m.next, at+1)
		}
	}
}

// none stands for a character where there is none: before a text and behind it.
const none = -1

// holds says whether an assertion holds between two characters.
func holds(o op, before, after rune) bool {
	switch o {
	case opBegin:
		return before == none
	case opEnd:
		return after == none
	case opLineBegin:
		return before <= none || before == '\n'
	case opLineEnd:
		return after <= none || after == '\n'
	}
	if before < -1 || after < -1 { // lost
		return true
	}
	return (isWord(before) != isWord(after)) == (o == opWord)
}
