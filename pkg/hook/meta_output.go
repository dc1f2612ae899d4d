package hook

import (
	"strconv"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/redact"
)

// readOutput takes from what a tool gave what its canonical name says is there.
func (m *metadata) readOutput() {
	out := unwrap(m.ev.ToolOutput)
	switch m.ev.Tool {
	case host.Bash, host.PowerShell:
		m.ExitCode = exitCode(out)
		return
	case host.Grep, host.Glob, host.Agent:
	default:
		return
	}
	if m.ev.Tool == host.Agent {
		m.ResultBytes = answerBytes(out)
	}
	if !isObject(out) {
		return
	}
	o, err := parseObject(out)
	if err != nil {
		return
	}
	switch m.ev.Tool {
	case host.Agent:
		m.SpawnedAgentID = redact.Cut(o.text("agentId|agent_id|metadata.sessionId|details.childSessionKey"), maxMetaName) // Claude Code, opencode [O]
	case host.Grep, host.Glob:
		switch n := o.first("matchCount", "numMatches", "numFiles"); {
		case isNumber(n):
			m.Matches = integer(n)
		default:
			m.Matches = elements(o.first("matches", "results", "filenames"))
		}
	}
}

// answerBytes is the size of the text with which a subagent answers: the output
// itself, a member of it, or its parts.
func answerBytes(out raw) (n int64) {
	if s, ok := text(out); ok {
		return int64(len(s))
	}
	if !isObject(out) {
		return 0
	}
	o, _ := parseObject(out)
	if s := o.str("result", "message", "output", "textResultForLlm", "text_result_for_llm"); s != "" {
		return int64(len(s))
	}
	_ = eachElement(o.first("content"), func(v raw) {
		if part, err := parseObject(v); err == nil {
			n += int64(len(part.str("text")))
		}
	})
	return n
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
