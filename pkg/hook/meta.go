package hook

import (
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/redact"
	"agentconnector/pkg/wire"
)

// Bounds of what is kept of a tool's input.
const (
	maxMetaText = 2000 // bytes of a command or a pattern
	maxMetaName = 200  // of a name, a description
	maxFiles    = 50   // of a patch
)

// metaOf is what the log tells of a tool's input and outcome, at a level of
// telemetry.observe; nil for none, for an event without a tool, and for a tool of
// an MCP server, whose keys mean what its author likes.
func metaOf(ev *wire.HandlerEvent, level string) *wire.EventMeta {
	if level == "" || ev.Tool == "" || ev.MCPServer != "" {
		return nil
	}
	in, err := parseObject(ev.ToolInput)
	if err != nil {
		return nil
	}
	m := &wire.EventMeta{Simhash: simhash(ev.ToolInput)}
	readInput(m, ev, in)
	if ev.Tool == host.Bash {
		m.ExitCode = exitCode(ev.ToolOutput)
	}
	if level == wire.ObserveMinimal {
		m.Command, m.Description, m.FilePath, m.Files, m.Pattern, m.Path, m.URLHost = "", "", "", nil, "", "", ""
	}
	return m
}

// readInput takes from a tool's input what its canonical name says is there.
func readInput(m *wire.EventMeta, ev *wire.HandlerEvent, in object) {
	file := func() { m.FilePath = located(ev, in.str("file_path", "path", "notebook_path")) }
	switch ev.Tool {
	case host.Bash, "PowerShell":
		m.Command = redact.Cut(in.str("command"), maxMetaText)
		m.Description = redact.Cut(in.str("description", "explanation"), maxMetaName)
		m.TimeoutMS = in.number("timeout", "timeout_ms")
		m.Background = in.flag("run_in_background") || in.flag("isBackground") || in.flag("is_background")
	case host.Read:
		file()
		m.Offset, m.Limit = in.number("offset"), in.number("limit")
	case host.Write:
		file()
		m.LinesAdded = lineCount(in.str("content"))
	case host.Edit, host.MultiEdit, "NotebookEdit":
		file()
		readEdit(m, ev, in)
	case host.Delete:
		file()
	case host.Grep, host.Glob:
		m.Pattern = redact.Cut(in.str("pattern", "query"), maxMetaText)
		m.Path = located(ev, in.str("path"))
		m.OutputMode = redact.Cut(in.str("output_mode"), maxMetaName)
	case host.Agent:
		m.Description = redact.Cut(in.str("description"), maxMetaName)
		m.SubagentType = redact.Cut(in.str("subagent_type"), maxMetaName)
		m.PromptBytes = int64(len(in.str("prompt")))
		m.Background = in.flag("run_in_background")
	case "Skill":
		m.Skill = redact.Cut(in.str("skill", "name"), maxMetaName)
		m.SkillArgsBytes = int64(len(in.str("args")))
	case host.WebFetch:
		m.URLHost = hostOf(in.str("url"))
		m.PromptBytes = int64(len(in.str("prompt")))
	case host.WebSearch:
		m.QueryBytes = int64(len(in.str("query")))
	case host.TodoWrite:
		m.Items = elements(in.first("todos", "items"))
	case "AskUserQuestion":
		m.Items = elements(in.first("questions"))
	}
}

// readEdit counts the lines that an edit takes and gives: of one replacement, of
// several, or of a patch.
func readEdit(m *wire.EventMeta, ev *wire.HandlerEvent, in object) {
	pair := func(o object) {
		m.LinesRemoved += lineCount(o.str("old_string", "oldText", "old_str"))
		m.LinesAdded += lineCount(o.str("new_string", "newText", "new_str", "new_source"))
	}
	pair(in)
	if list := in.first("edits"); isArray(list) {
		_ = eachElement(list, func(v raw) {
			if o, err := parseObject(v); err == nil {
				pair(o)
			}
		})
	}
	for _, key := range [...]string{"command", "patch", "patchText", "input", "diff"} {
		if text := in.str(key); strings.HasPrefix(strings.TrimSpace(text), "*** Begin Patch") {
			readPatch(m, ev, text)
			return
		}
	}
}

// readPatch reads a patch in the form that models of OpenAI write (apply_patch of
// Codex 0.171.0, observed).
func readPatch(m *wire.EventMeta, ev *wire.HandlerEvent, text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "*** "):
			for _, head := range [...]string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "} {
				if name, ok := strings.CutPrefix(line, head); ok {
					if m.FileCount++; len(m.Files) < maxFiles {
						m.Files = append(m.Files, located(ev, name))
					}
				}
			}
		case strings.HasPrefix(line, "+"):
			m.LinesAdded++
		case strings.HasPrefix(line, "-"):
			m.LinesRemoved++
		}
	}
	if len(m.Files) > 0 && m.FilePath == "" {
		m.FilePath = m.Files[0]
	}
	if m.FileCount == 1 {
		m.Files = nil
	}
}

// located is a path as the log has it, however a host writes it: one file, one path.
func located(ev *wire.HandlerEvent, p string) string {
	if p == "" {
		return ""
	}
	if rest, ok := strings.CutPrefix(p, "file://"); ok {
		p = unpercent(rest)
		if len(p) > 3 && p[0] == '/' && p[2] == ':' { // file:///C:/x
			p = p[1:]
		}
	}
	windows := len(p) > 2 && p[1] == ':' || strings.HasPrefix(p, `\\`)
	if !windows && strings.Contains(p, `\`) && strings.Contains(ev.Cwd, `\`) {
		windows = true
	}
	slashed := strings.ReplaceAll(p, `\`, "/")
	switch {
	case windows && len(p) > 2 && p[1] == ':':
		p = strings.ToUpper(p[:1]) + ":" + path.Clean("/"+slashed[2:])
	case windows:
		p = path.Clean(strings.ReplaceAll(ev.Cwd, `\`, "/") + "/" + slashed)
	case filepath.IsAbs(p) || strings.HasPrefix(p, "/") || strings.HasPrefix(p, "~"):
		p = path.Clean(p)
	case ev.Cwd != "":
		p = path.Clean(strings.ReplaceAll(ev.Cwd, `\`, "/") + "/" + p)
	default:
		p = path.Clean(p)
	}
	return redact.Cut(p, maxMetaText)
}

// unpercent decodes %20 and the like; what is no code stays.
func unpercent(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if c, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// lineCount is how many lines a text has, the last with or without an end.
func lineCount(s string) int64 {
	n := int64(strings.Count(s, "\n"))
	if s != "" && !strings.HasSuffix(s, "\n") {
		n++
	}
	return n
}

// hostOf is the host of an address, without user, port and the rest.
func hostOf(address string) string {
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	if i := strings.LastIndexByte(rest, ':'); i >= 0 && !strings.HasSuffix(rest, "]") {
		rest = rest[:i]
	}
	return redact.Cut(strings.ToLower(rest), maxMetaName)
}

func elements(v raw) (n int64) {
	if isArray(v) {
		_ = eachElement(v, func(raw) { n++ })
	}
	return n
}

// exitCode is that of a shell command, where a host's output says it: as a member
// of an object, or at the beginning of a text (Codex 0.171.0, observed).
func exitCode(out raw) *int64 {
	out = unwrap(out)
	if isObject(out) {
		o, err := parseObject(out)
		if err != nil {
			return nil
		}
		if v := o.first("exitCode", "exit_code", "exit_status", "exitStatus"); isNumber(v) {
			n := integer(v)
			return &n
		}
		return nil
	}
	s, _ := text(out)
	if rest, ok := strings.CutPrefix(s, exitPrefix); ok {
		rest, _, _ = strings.Cut(rest, "\n")
		if n, err := strconv.ParseInt(strings.TrimSpace(rest), 10, 64); err == nil {
			return &n
		}
	}
	return nil
}
