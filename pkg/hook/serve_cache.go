package hook

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"agentconnector/pkg/home"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/wire"
)

// Limits of what serve keeps. Definitions are looked at again after a moment:
// a connector may be installed, upgraded or taken out while a host runs.
const (
	recheck   = 100 * time.Millisecond
	maxKnown  = 256      // definitions, and projects
	maxBuffer = 64 << 10 // bytes of event log that wait
)

// definitions are those that serve has found. Only its loop looks.
type definitions struct {
	home  string
	now   func() time.Time
	known map[where]*known
	ids   []string
	idsAt time.Time
}

// where is what the search for a definition depends on.
type where struct{ id, cwd, project string }

type known struct {
	installed
	err    error
	looked time.Time
	file   os.FileInfo // nil: there was none
}

// find is find with a memory. A file that has not changed is not read again.
func (d *definitions) find(id string, ev *wire.HandlerEvent) (installed, error) {
	now := d.now()
	k := d.known[where{id, ev.Cwd, ev.ProjectDir}]
	if k != nil && now.Sub(k.looked) < recheck {
		return k.installed, k.err
	}
	in, err := locate(d.home, id, ev)
	if err != nil {
		return in, err
	}
	file, err := os.Stat(filepath.Join(in.dir, hookFile))
	if err != nil {
		file = nil
	}
	if k == nil || k.dir != in.dir || !sameState(k.file, file) {
		k = &known{installed: in, file: file}
		k.err = k.installed.read()
		if len(d.known) >= maxKnown || d.known == nil {
			d.known = map[where]*known{}
		}
		// What was read of the event is part of its payload, which must not stay.
		d.known[where{id, strings.Clone(ev.Cwd), strings.Clone(ev.ProjectDir)}] = k
	}
	k.looked = now
	return k.installed, k.err
}

func sameState(a, b os.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size() && os.SameFile(a, b)
}

// installed lists the connectors that are installed in any scope.
func (d *definitions) installed() []string {
	if now := d.now(); now.Sub(d.idsAt) >= recheck {
		d.ids, d.idsAt = d.ids[:0], now
		entries, _ := os.ReadDir(home.Connectors(d.home))
		for _, e := range entries {
			if validID(e.Name()) {
				d.ids = append(d.ids, e.Name())
			}
		}
		slices.Sort(d.ids)
	}
	return d.ids
}

// eventLog gathers lines of the event log and writes many at once: when there
// are enough, a moment after the first, and at the end.
type eventLog struct {
	home string
	log  *journal

	mu    sync.Mutex
	lines []byte
	timer *time.Timer
	keys  map[string]string // directory → key of its project
}

func (l *eventLog) add(line []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(append(l.lines, line...), '\n')
	switch {
	case len(l.lines) >= maxBuffer:
		l.write()
	case l.timer == nil:
		l.timer = time.AfterFunc(eventDelay, l.flush)
	}
}

// flush writes what waits.
func (l *eventLog) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write()
}

func (l *eventLog) write() {
	if l.timer != nil {
		l.timer.Stop()
		l.timer = nil
	}
	if len(l.lines) == 0 {
		return
	}
	if err := logstore.AppendAll(filepath.Join(home.Logs(l.home), logstore.Events), l.lines); err != nil {
		l.log.warnf("event log: %v", err)
	}
	l.lines = l.lines[:0]
}

// project is the identity of the project that a directory is in.
func (l *eventLog) project(dir string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	key, ok := l.keys[dir]
	if !ok {
		key = home.ProjectKey(home.Project(dir))
		if l.keys == nil || len(l.keys) >= maxKnown {
			l.keys = map[string]string{}
		}
		l.keys[strings.Clone(dir)] = key
	}
	return key
}
