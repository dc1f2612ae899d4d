package hook

import (
	"strconv"
	"strings"

	"agentconnector/pkg/redact"
	"agentconnector/pkg/wire"
)

// readEvent takes from an event without a tool what says of a session how it goes:
// by the names that the payload has for it, of which most are Claude Code's
// (sdk.d.ts of 2.1.332) and Qwen Code's.
func (m *metadata) readEvent() {
	o, _ := parseObject(m.ev.Raw) // none, of what was told by other means than a hook
	name := func(ways string) string { return redact.Cut(o.text(ways), maxMetaName) }
	switch m.ev.Event {
	case wire.UserPromptSubmit:
		m.PromptBytes, m.SlashCommand = int64(len(m.ev.Prompt)), slashCommand(m.ev.Prompt)
	case wire.SessionStart:
		m.Source = redact.Cut(m.ev.Source, maxMetaName)
		m.IdleSeconds = positive(o.first("seconds_since_last_response"))
		m.ContextTokens = o.number("context_tokens")
		m.CacheExpired = o.flag("prompt_cache_likely_expired")
		m.CacheWriteUSD = positive(o.first("estimated_cache_write_usd"))
	case wire.SessionEnd:
		m.Reason = redact.Cut(m.ev.Reason, maxMetaName)
	case wire.PreCompact, wire.PostCompact:
		m.Trigger = redact.Cut(m.ev.Trigger, maxMetaName)
	case wire.SubagentStart, wire.SubagentStop:
		m.SubagentType = redact.Cut(m.ev.AgentType, maxMetaName)
	case "InstructionsLoaded":
		if p := o.text("file_path"); p != "" {
			m.FilePath = m.located(p)
		}
		m.MemoryType, m.LoadReason = name("memory_type"), name("load_reason")
	case "PostModelSwitch":
		m.FromModel, m.ToModel, m.RequestedModel = name("from_model"), name("to_model"), name("requested_model")
		m.Source = redact.Cut(m.ev.Source, maxMetaName)
		m.ContextTokens = o.number("context_tokens")
		m.CacheWriteUSD = positive(o.first("estimated_cache_write_usd"))
	}
}

// slashCommand is the name of the command that a prompt starts with; of what is
// behind it nothing is told.
func slashCommand(prompt string) string {
	rest, ok := strings.CutPrefix(prompt, "/")
	if !ok {
		return ""
	}
	n := 0
	for n < len(rest) && (wordByte(rest[n]) && rest[n] < 0x80 || strings.IndexByte(":.-", rest[n]) >= 0) {
		n++
	}
	if n < len(rest) && strings.IndexByte(" \t\r\n", rest[n]) < 0 {
		return "" // a path, or what is no name of a command
	}
	return redact.Cut(rest[:n], maxMetaName)
}

// positive is a number that is not negative.
func positive(v raw) float64 {
	if !isNumber(v) {
		return 0
	}
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil || f < 0 {
		return 0
	}
	return f
}

// failure is the kind of a failure, as far as the host's own words are about what
// is known under that name: that the user has stopped a tool, that it was not
// allowed to run, and what a model's provider has answered.
func failure(ev *wire.HandlerEvent) string {
	switch ev.Event {
	case "PermissionDenied":
		return wire.Denied
	case "StopFailure":
		if o, err := parseObject(ev.Raw); err == nil {
			return redact.Cut(o.text("error"), maxMetaName)
		}
	}
	return ev.ErrorType
}
