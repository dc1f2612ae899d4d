package hook

import (
	"agentconnector/pkg/host"
	"agentconnector/pkg/redact"
)

// readOutput takes from what a tool gave what its canonical name says is there.
func (m *metadata) readOutput() {
	out := unwrap(m.ev.ToolOutput)
	switch m.ev.Tool {
	case host.Bash, host.PowerShell:
		m.ExitCode = m.ev.ExitCode
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
