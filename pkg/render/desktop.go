package render

import (
	"slices"
	"strings"

	"agentconnector/pkg/host"
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
//
// A path that is relative is so to the folder that the host starts a server in. Of a
// program of the desktop that is none that an author could mean.
func (e *entry) desktop(l *launch) {
	name := e.s.Command
	m := &e.b.in.Machine
	if dir := e.s.Cwd; e.t.h.GUI && !e.b.shared() && relative(m.OS, name) {
		switch {
		case dir == "" || !interp.HasRef(dir) && !host.IsAbs(m.OS, dir):
			e.b.cell(e.t, wire.Server).degraded = true
			e.b.info(e.t, wire.Server, "%s is a path relative to the folder in which %s starts a server, which is not known: name an absolute one, or an absolute directory as cwd", name, e.t.h.Name)
		case !l.wrap && e.f.Cwd == "" && !interp.HasRef(dir) && len(l.cmd) > 0:
			if word, ok := spell(outside(e.d), host.Join(m.OS, dir, strings.TrimPrefix(name, "./"))); ok && !misread(outside(e.d), word) {
				l.cmd[0] = word
			}
		}
		return
	}
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

// relative says whether a command is a path, and not an absolute one.
func relative(os, name string) bool {
	return !interp.HasRef(name) && strings.ContainsAny(name, `/\`) && !host.IsAbs(os, name) && !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, `\`)
}

// cutLast is strings.Cut at the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
