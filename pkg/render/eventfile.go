package render

import (
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Some hosts run executable files that have the name of an event. There can be
// only one of that name, so it holds nothing of a connector: each that wants the
// event writes the same bytes, and ac-hook asks all of them.

// eventFile writes the file of one event.
func (b *builder) eventFile(t *target, surface string, place wire.Place, native string, strict bool) {
	t.strict = t.strict || strict
	p := file(host.Join(b.in.Machine.OS, place.Path, native), []byte(b.eventText(t, native)))
	p.Surface, p.Mode, p.Why = surface, "0700", "file that asks ac-hook on "+native
	if b.shared() {
		p.Mode = "0755"
	}
	b.add(p, t)
}

// eventText is its content. On Windows the program itself stands behind "#!",
// since PowerShell would not pass the payload on as it is: a host that reads that
// line splits it at white space and puts the file behind it.
func (b *builder) eventText(t *target, native string) string {
	args := []string{t.h.Named(), native, "--all"}
	about := "# Asks ac-hook for every connector that is installed for " + t.h.Name + ". Written by\n# agent-connector, removed with the last of them.\n"
	line := b.commandLine(t, wire.Hooks, t.h.Quiet(native), args...)
	if b.in.Machine.OS == "windows" && !b.shared() {
		return "#!" + line + " --file\n" + about
	}
	return "#!/bin/sh\n" + about + "exec " + line + "\n"
}
