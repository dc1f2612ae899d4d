package render

import (
	"slices"
	"strings"

	"agentconnector/pkg/interp"
	"agentconnector/pkg/lazy"
	"agentconnector/pkg/wire"
)

// desktopPath is what programs that are started from the desktop have as PATH at
// least.
var desktopPath = []string{"/usr/bin", "/bin", "/usr/sbin", "/sbin"}

// versioned is a path that the next upgrade takes away.
var versioned = lazy.Regexp(`[0-9]\.[0-9]`)

// desktop sees to a server whose program only the user's shell finds (case 26).
// Under ac-proxy, which looks for it itself, there is nothing to do. Else its
// absolute path is written, unless the file is shared or the path would not last:
// then the user is told.
func (e *entry) desktop(l *launch) {
	name := e.s.Command
	m := &e.b.in.Machine
	path := m.Runtimes[name]
	dir, _, _ := cutLast(path, "/")
	switch {
	case l.wrap, !e.t.h.GUI, m.OS == "windows", interp.HasRef(name), path == "", slices.Contains(desktopPath, dir):
	case e.d.GUI && !e.b.shared() && !versioned().MatchString(path) && len(l.cmd) > 0:
		word, ok := spell(outside(e.d), path)
		if !ok || misread(outside(e.d), path) {
			return
		}
		l.cmd[0] = word
		e.b.info(e.t, wire.Server, "%s is written as %s: when it is started from the desktop, %s may not have the PATH of a shell", name, path, e.t.h.Name)
	default:
		e.b.cell(e.t, wire.Server).degraded = true
		e.b.info(e.t, wire.Server, "started from the desktop %s may not find %s, which is %s for a shell: start it from a terminal, or let ac-proxy start the server (wrapForTelemetry and telemetry.enabled not false), which finds it", e.t.h.Name, name, path)
	}
}

// cutLast is strings.Cut at the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
