package render

import (
	"path"
	"slices"
	"strings"

	"agentconnector/pkg/interp"
)

// batchFiles are programs that are batch files on Windows, which a program
// cannot start as it starts others.
var batchFiles = []string{"npx", "npm", "pnpm", "pnpx", "yarn", "yarnpkg", "corepack"}

// cmdSpecial are characters that cmd.exe takes for its own, inside quotes or
// out of them, and a batch file a second time: no quoting brings them through.
const cmdSpecial = "&|<>^%!\"()\r\n"

// batch puts "cmd /c" before a batch file on Windows, for hosts that do not.
// False: it must not be written.
func (e *entry) batch(l *launch) bool {
	if e.d.Server.RunsBatch || e.d.Server.RunsInCmd || !isBatch(l.cmd[0]) {
		return true
	}
	if e.b.shared() {
		if e.b.in.Machine.OS == "windows" {
			e.lose("on Windows %s is a batch file, which needs cmd /c %s: written without, because the project is shared with other systems", l.cmd[0], l.cmd[0])
		}
		return true
	}
	if e.b.in.Machine.OS != "windows" {
		return true
	}
	for _, a := range l.cmd[1:] {
		if l.open && interp.HasRef(a) {
			e.refuse("write the value of "+names(a)+" into the command of [mcp server "+e.b.c.ID+"] yourself",
				"%s expands no variables, and cmd.exe, which has to start %s, may not pass the value of %s on unchanged: no server is written", e.t.h.Name, l.cmd[0], names(a))
			return false
		}
	}
	if !e.passCmd(l.cmd[1:]) {
		return false
	}
	l.cmd = append([]string{"cmd", "/c"}, l.cmd...)
	return true
}

// passCmd says whether words get through cmd.exe unchanged.
func (e *entry) passCmd(words []string) bool {
	for _, a := range words {
		if strings.ContainsAny(a, cmdSpecial) {
			manual := "run it under ac-proxy (wrapForTelemetry and telemetry.enabled not false), or name a program that is no batch file"
			if e.d.Server.RunsInCmd {
				manual = "write [mcp server " + e.b.c.ID + "] into a script without such an argument, and name the script as command"
			}
			e.refuse(manual, "cmd.exe, which has to start the server, would not pass the argument %s on unchanged: no server is written", a)
			return false
		}
	}
	return true
}

// isBatch goes by the name alone: it decides for another machine.
func isBatch(command string) bool {
	base := strings.ToLower(path.Base(strings.ReplaceAll(command, `\`, "/")))
	switch path.Ext(base) {
	case ".cmd", ".bat":
		return true
	}
	return slices.Contains(batchFiles, base)
}
