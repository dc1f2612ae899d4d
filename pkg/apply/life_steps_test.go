package apply_test

import (
	"fmt"
	"slices"
	"strings"
)

// A step is one thing that happens. Every step can be taken at any time, so
// that a failing sequence can be made shorter by leaving some out; one that
// does not fit the moment does nothing.
type step struct {
	kind    string // lay, install, undo, deed
	id      string
	version int
	site    int
	targets []string // installs: for these hosts; undo: on these, all if empty
	all     bool     // undo: in every scope and project
	force   bool
	atomic  bool // --all-or-nothing
	adopt   bool
	local   bool // in the user's own files of a project
	foreign bool // somebody writes between a kill and the recovery
	kill    int  // before which change on disk the run is killed; 0: it is not
	again   bool // and run again after the recovery
	spot    int  // lay: index of spots; deed: which of the files that it can be done to
	deed    int
	n       int // which of several ways
}

func (s step) String() string {
	flags := ""
	if s.force {
		flags = " --force"
	}
	if s.atomic {
		flags += " --all-or-nothing"
	}
	if s.adopt {
		flags += " --adopt"
	}
	if s.local {
		flags += " --local"
	}
	scope := []string{" --scope user", " --project one", " --project two"}[s.site]
	if s.kill > 0 {
		flags += fmt.Sprintf("; killed before change %d", s.kill)
		if s.foreign {
			flags += fmt.Sprintf(", others write (%d)", s.n)
		}
		flags += ", recovered"
		if s.again {
			flags += ", run again"
		}
	}
	switch s.kind {
	case "lay":
		link := ""
		if s.all {
			link = ", as a link"
		}
		return fmt.Sprintf("lay %s of%s: %q%s", spots[s.spot].rel, scope, spots[s.spot].texts[s.n%len(spots[s.spot].texts)], link)
	case "install":
		return fmt.Sprintf("install %s@%d%s --target %s%s", s.id, s.version+1, scope, strings.Join(s.targets, ","), flags)
	case "undo":
		if s.all {
			scope = " --all"
		}
		if len(s.targets) > 0 {
			scope += " --host " + strings.Join(s.targets, ",")
		}
		return "undo " + s.id + scope + flags
	}
	return "" // what a deed was done to is known when it is done
}

// A source gives the choices that make a sequence: random numbers, or the
// bytes of a fuzzer.
type source interface{ IntN(n int) int }

type fuzzed []byte

func (f *fuzzed) IntN(n int) int {
	if len(*f) == 0 {
		return 0
	}
	b := (*f)[0]
	*f = (*f)[1:]
	return int(b) % n
}

// sequence makes the steps of a life.
func sequence(r source, length int) (steps []step) {
	for i := range spots {
		for site := range 3 {
			if n := r.IntN(4); n < 2 { // else there is no such file yet
				steps = append(steps, step{kind: "lay", spot: i, site: site, n: r.IntN(12), all: n == 0 && r.IntN(6) == 0})
			}
		}
	}
	for range length {
		steps = append(steps, choose(r))
	}
	return steps
}

func choose(r source) step {
	s := step{id: ids[r.IntN(len(ids))], version: r.IntN(4), site: r.IntN(3)}
	if r.IntN(2) == 0 { // mostly at home: there they meet
		s.site = 0
	}
	switch k := r.IntN(10); {
	case k < 4:
		s.kind = "install"
		for s.targets == nil {
			for _, h := range hosts {
				if r.IntN(3) > 0 {
					s.targets = append(s.targets, h)
				}
			}
			if len(s.targets) == 0 {
				s.targets = hosts
			}
		}
	case k < 6:
		s.kind = "undo"
		s.all = r.IntN(5) == 0
		if r.IntN(3) == 0 {
			s.targets = []string{hosts[r.IntN(3)]}
		}
	default:
		s.kind, s.deed, s.spot, s.n = "deed", r.IntN(len(deeds)), r.IntN(16), r.IntN(32)
		return s
	}
	s.force, s.atomic, s.adopt, s.local = r.IntN(6) == 0, r.IntN(8) == 0, r.IntN(4) == 0, s.site > 0 && r.IntN(4) == 0
	if r.IntN(5) == 0 {
		s.kill, s.again, s.foreign, s.n = 1+r.IntN(60), r.IntN(2) == 0, r.IntN(3) == 0, r.IntN(32)
	}
	return s
}

// shrink leaves out steps as long as the rest still fails, in ever smaller
// pieces, and then the refinements of single steps.
func shrink(steps []step, fails func([]step) bool) []step {
	for size := len(steps) / 2; size > 0; size /= 2 {
		for i := 0; i < len(steps); {
			fewer := slices.Delete(slices.Clone(steps), i, min(i+size, len(steps)))
			if fails(fewer) {
				steps = fewer
			} else {
				i += size
			}
		}
	}
	for i := range steps {
		for _, simpler := range []func(*step){
			func(s *step) { s.kill, s.again = 0, false },
			func(s *step) { s.foreign = false },
			func(s *step) { s.force = false },
			func(s *step) { s.atomic = false },
			func(s *step) { s.adopt = false },
			func(s *step) { s.local = false },
			func(s *step) { s.all = false },
			func(s *step) { s.n = 0 },
		} {
			try := slices.Clone(steps)
			if simpler(&try[i]); fails(try) {
				steps = try
			}
		}
		for k := 0; steps[i].kind == "install" && k < len(steps[i].targets) && len(steps[i].targets) > 1; {
			try := slices.Clone(steps)
			try[i].targets = slices.Delete(slices.Clone(steps[i].targets), k, k+1)
			if fails(try) {
				steps = try
			} else {
				k++
			}
		}
	}
	return steps
}
