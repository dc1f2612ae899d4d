package apply_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/apply"
	"agentconnector/pkg/wire"
)

// live runs a sequence and takes everything out at the end. At every step the
// files, --verify and --list are what the model says; at the end each file has
// exactly what others made of it.
func live(steps []step) (log []string, err error) {
	l, err := begin()
	if err != nil {
		return nil, err
	}
	defer l.end()
	defer func() {
		log = l.log
		if r := recover(); r != nil {
			err = fmt.Errorf("%v\n%s", r, debug.Stack())
		}
	}()
	seed := uint64(0)
	for _, s := range steps {
		seed = seed*31 + uint64(s.n+s.site+s.version)
		if err := l.take(s); err != nil {
			return l.log, err
		}
	}
	for _, f := range l.m.files {
		if f.broken != nil {
			if _, err := mendFile(f, 0); err != nil {
				return l.log, err
			}
			if err := f.reread(); err != nil {
				return l.log, err
			}
		}
	}
	r := rand.New(rand.NewPCG(seed, 2))
	for _, s := range l.leave(r) {
		if err := l.take(s); err != nil {
			return l.log, err
		}
	}
	if err := l.check(); err != nil {
		return l.log, err
	}
	return l.log, l.purge()
}

// purge leaves nothing of ours but backups.
func (l *life) purge() error {
	if err := apply.Purge(ids[0], l.options(false)); err != nil {
		return err
	}
	es, _ := os.ReadDir(l.acHome())
	for _, e := range es {
		if e.Name() != "backups" {
			return fmt.Errorf("%s is left after --purge", e.Name())
		}
	}
	return nil
}

// leave lists the steps that take everything out, in some order, some of it
// host by host.
func (l *life) leave(r *rand.Rand) (steps []step) {
	is := slices.Collect(maps.Keys(l.m.installed()))
	slices.SortFunc(is, func(a, b inst) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	r.Shuffle(len(is), func(i, j int) { is[i], is[j] = is[j], is[i] })
	for _, i := range is {
		s := step{kind: "undo", id: i.id, site: i.site, all: r.IntN(4) == 0}
		if r.IntN(3) == 0 {
			one := s
			one.targets = []string{hosts[r.IntN(3)]}
			steps = append(steps, one)
		}
		steps = append(steps, s)
	}
	for _, id := range ids { // what others edited in our blocks and files
		steps = append(steps, step{kind: "undo", id: id, all: true, force: true})
	}
	return steps
}

// take does one step and checks everything.
func (l *life) take(s step) error {
	l.now += 1_500_000 // 25 minutes: what is kept for an hour goes in the course of a life
	var err error
	if s.kind != "deed" {
		l.log = append(l.log, s.String())
	}
	switch s.kind {
	case "lay":
		err = l.lay(spots[s.spot], s.site, s.n, s.all)
	case "deed":
		err = l.deed(deeds[s.deed], s.spot, s.n)
	case "install":
		err = l.change(s, l.install)
	case "undo":
		err = l.change(s, l.undo)
	}
	if err != nil || s.kind == "lay" {
		return err
	}
	if err := l.check(); err != nil || s.kind != "install" {
		return err
	}
	for _, f := range l.m.files {
		f.note()
	}
	return nil
}

// change runs a step of ours, and perhaps kills it. After a kill every file
// must be as before or as after.
func (l *life) change(s step, do func(step, *model) error) error {
	l.left = nil
	l.remember()
	if _, err := apply.Recover(l.options(false)); err != nil { // as every run does first
		return err
	}
	after := l.m.clone()
	if s.kill == 0 {
		err := do(s, after)
		l.m = after
		return err
	}
	dead, err := l.kill(s.kill, func() error { return do(s, after) })
	if !dead || err != nil {
		l.m = after
		return err
	}
	if s.foreign {
		if err := l.meanwhile(after, s.n); err != nil {
			return err
		}
	}
	if _, err := apply.Recover(l.options(false)); err != nil {
		return err
	}
	sure, err := l.settle(after)
	if err != nil || sure && !s.again {
		return err
	}
	s.kill = 0
	return l.change(s, do)
}

// meanwhile is somebody writing a file between a kill and the recovery; mostly
// one in which there is something of ours.
func (l *life) meanwhile(after *model, n int) error {
	var fs []*file
	for _, s := range spots {
		for site := range 3 {
			if f := l.at(s, site); f != nil && f.format != "file" && theirs(f) {
				fs = append(fs, f)
			}
		}
	}
	if len(fs) == 0 {
		return nil
	}
	slices.SortStableFunc(fs, func(a, b *file) int {
		return len(after.file(b.path, b.format).edits) - len(after.file(a.path, a.format).edits)
	})
	f := fs[n%min(len(fs), 4)]
	done, err := both([]writing{count1, addLine, turnLineEnds}[n%3])(f, n)
	if g := after.file(f.path, f.format); done {
		l.log = append(l.log, "  what they write is "+f.path[len(l.root)+1:])
		g.shadow, f.touched, g.touched = f.shadow, true, true
	}
	return err
}

// settle finds for each file whether a killed run has changed it. Not sure: the
// two cannot be told apart from outside.
func (l *life) settle(after *model) (sure bool, err error) {
	rows, err := l.verified()
	if err != nil {
		return false, err
	}
	sure = true
	mixed := &model{files: map[string]*file{}}
	for p, f := range after.files {
		was := l.m.file(p, f.format)
		errNew, errOld := f.check(rows[p]), was.check(rows[p])
		switch {
		case errNew == nil:
			mixed.files[p] = f
			sure = sure && (errOld != nil || reflect.DeepEqual(f, was))
		case errOld == nil:
			mixed.files[p] = was
		default:
			return false, fmt.Errorf("after a kill: neither as before, %w\nnor as after, %w", errOld, errNew)
		}
	}
	l.m = mixed
	return sure, nil
}

func (l *life) install(s step, after *model) error {
	d, i := defs[s.id][s.version], inst{s.id, s.site}
	p, err := l.plan(d, s.site, s.targets, s.local)
	if err != nil {
		return err
	}
	ws, err := l.wants(d, p, s.site, s.targets)
	if s.local {
		ws, err = l.private(p, s.site)
	}
	if err != nil {
		return err
	}
	failed := after.install(i, d.version, l.now, ws, s.targets, how{s.force, s.adopt})
	if s.atomic && failed > 0 {
		*after = *l.m
	}
	o := l.options(s.force)
	o.AllOrNothing, o.Adopt = s.atomic, s.adopt
	return l.apply(d, p, o, failed)
}

func (l *life) undo(s step, after *model) error {
	is := []inst{{s.id, s.site}}
	sel := apply.Selector{ID: s.id, Hosts: s.targets, Scope: wire.ScopeUser, All: s.all}
	if s.site > 0 {
		sel.Scope, sel.ProjectKey = wire.ScopeProject, l.keys[s.site]
	}
	if s.all {
		is = []inst{{s.id, 0}, {s.id, 1}, {s.id, 2}}
	}
	found, failed := after.undo(is, s.targets, s.force)
	o := l.options(s.force)
	o.DryRun = true
	said, err := apply.Undo(sel, o)
	o.DryRun = false
	before := l.snapshot()
	rep, err2 := apply.Undo(sel, o)
	if (err2 == nil) != found || (err == nil) != found {
		return fmt.Errorf("undo says %v, a dry run %v; there is something to undo: %v", err2, err, found)
	}
	if !found {
		return unchanged(before, l.snapshot())
	}
	return errors.Join(went(rep, nil, failed), sameChanges(said.Changes, rep.Changes))
}

// TestLife lives random lives. LIFE=N lives N of them and LIFE_FROM=SEED begins
// elsewhere, for a long run.
func TestLife(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands that this model expects in hooks are those for sh")
	}
	lives, from := 30, 0
	if testing.Short() {
		lives = 15
	}
	for name, n := range map[string]*int{"LIFE": &lives, "LIFE_FROM": &from} {
		if v := os.Getenv(name); v != "" {
			var err error
			if *n, err = strconv.Atoi(v); err != nil {
				t.Fatal(name, err)
			}
		}
	}
	for seed := from; seed < from+lives; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(seed), 1))
			try(t, sequence(r, 6+r.IntN(24)))
		})
	}
}

// try lives one life. If it fails, the shortest like it is told.
func try(t *testing.T, steps []step) {
	_, err := live(steps)
	if err == nil {
		return
	}
	until := time.Now().Add(time.Minute)
	steps = shrink(steps, func(s []step) bool {
		if time.Now().After(until) {
			return false
		}
		_, e := live(s)
		return kind(e) == kind(err)
	})
	short, again := live(steps)
	t.Errorf("%v\nThe shortest like it:\n  %s\n%v", err, strings.Join(short, "\n  "), again)
}

var kinds = regexp.MustCompile(`--verify says|--list|is gone|is left|holds .*, expected|others' lines|it says|nothing of ours is in it|bytes of others|is empty|nobody's|change lines|dry run|again changes|neither as before|undo says|goroutine|hint:`)

// kind is a failure in short: one that is made shorter must not become another.
func kind(err error) string {
	if err == nil {
		return ""
	}
	return "failed: " + kinds.FindString(err.Error())
}

// FuzzLife lets a fuzzer choose the steps.
func FuzzLife(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 3))
	for n := 20; n < 300; n += 40 {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 600 {
			return
		}
		r := fuzzed(b)
		var steps []step
		for len(r) > 0 {
			if r.IntN(3) == 0 {
				steps = append(steps, step{kind: "lay", spot: r.IntN(len(spots)), site: r.IntN(3), n: r.IntN(8)})
			} else {
				steps = append(steps, choose(&r))
			}
		}
		if log, err := live(steps); err != nil {
			t.Fatalf("%v\nafter\n  %s", err, strings.Join(log, "\n  "))
		}
	})
}
