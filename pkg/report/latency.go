package report

import (
	"math/bits"
	"slices"
)

// latencies are the durations of the calls of one row, in steps that grow with
// them: to the millisecond below 64, to within 2 % above. A row of few calls
// keeps them one by one, since there may be a row for every session; a row of
// many counts them, since there may be millions of calls.
type latencies struct {
	few  []uint16 // steps
	many []uint32 // step → calls
	n    int64
}

const (
	fewest = 64 // calls that are kept one by one
	fine   = 64 // milliseconds that are a step each
	parts  = 32 // steps from there to the double, and so on
)

// step is the number of the step that a duration falls into.
func step(ms int64) int {
	if ms < fine {
		return int(max(ms, 0))
	}
	e := bits.Len64(uint64(ms)) - 6 // ms>>e is from 32 to 63
	return fine + (e-1)*parts + int(ms>>e) - parts
}

// middle is the middle of a step, in milliseconds.
func middle(step int) int64 {
	if step < fine {
		return int64(step)
	}
	e := (step-fine)/parts + 1
	low := int64((step-fine)%parts+parts) << e
	return low + (1<<e-1)/2
}

func (l *latencies) add(ms int64) { l.count(step(ms), 1) }

func (l *latencies) count(step int, n uint32) {
	l.n += int64(n)
	if l.many == nil && len(l.few)+int(n) <= fewest {
		for range n {
			l.few = append(l.few, uint16(step))
		}
		return
	}
	l.one(step, n)
	for _, s := range l.few {
		l.one(int(s), 1)
	}
	l.few = nil
}

func (l *latencies) one(step int, n uint32) {
	if step >= len(l.many) {
		l.many = append(l.many, make([]uint32, step+1-len(l.many))...)
	}
	l.many[step] += n
}

// merge adds those of another row.
func (l *latencies) merge(o *latencies) {
	for _, s := range o.few {
		l.count(int(s), 1)
	}
	for s, n := range o.many {
		if n > 0 {
			l.count(s, n)
		}
	}
}

// percentile is the duration that so many in a hundred do not exceed (nearest
// rank).
func (l *latencies) percentile(p int64) int64 {
	rank := (l.n*p + 99) / 100
	if rank == 0 {
		return 0
	}
	if l.many == nil {
		return middle(int(slices.Sorted(slices.Values(l.few))[rank-1]))
	}
	for s, n := range l.many {
		if rank -= int64(n); rank <= 0 {
			return middle(s)
		}
	}
	return 0
}
