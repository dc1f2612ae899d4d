package render

import (
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/interp"
	"agentconnector/pkg/shell"
)

// line is a local server as one line for a POSIX shell, of a host that runs such
// a line: directory, variables, then the command. The shell replaces references
// to variables, and nothing else in it has a meaning.
func (e *entry) line(l *launch) {
	var s strings.Builder
	if e.s.Cwd != "" {
		s.WriteString("cd " + shellText(e.s.Cwd) + " && ")
	}
	for _, k := range slices.Sorted(maps.Keys(e.s.Env)) {
		if !interp.ValidName(k) {
			e.lose("a shell has no variable of the name %s: it is left out", k)
			continue
		}
		s.WriteString(k + "=" + shellText(e.s.Env[k]) + " ")
	}
	if e.wrapped = l.wrap; l.wrap {
		s.WriteString(shell.Words(e.proxy(nil)...) + " -- ")
	}
	s.WriteString(shellText(e.s.Command))
	for _, a := range e.s.Args {
		s.WriteString(" " + shellText(a))
	}
	e.put(e.f.Line, s.String())
}

// shellText is one word for a POSIX shell, with the values of the variables that
// it refers to.
func shellText(s string) string {
	if !interp.HasRef(s) {
		return shell.Word(s)
	}
	var b strings.Builder
	for _, p := range interp.Parse(s) {
		switch {
		case p.Name == "":
			b.WriteString(shell.Word(p.Text))
		case p.HasDefault:
			b.WriteString(`"${` + p.Name + ":-" + inDoubleQuotes.Replace(p.Default) + `}"`)
		default:
			b.WriteString(`"${` + p.Name + `}"`)
		}
	}
	return b.String()
}

var inDoubleQuotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`")
