package hook

import (
	"bytes"
	"path/filepath"
	"slices"

	"agentconnector/pkg/digest"
	"agentconnector/pkg/home"
	"agentconnector/pkg/host"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/redact"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// record adds one line to the event log: names, ids, sizes and the outcome,
// never content.
func (c *call) record(a *answer) {
	if c.file == nil || !recorded(c.w, c.file) {
		return
	}
	e := c.logged(a)
	if c.batch != nil {
		c.batch.add(encode(e))
		return
	}
	if err := logstore.AppendOnce(home.Under(c.home, "logs", logstore.Events), encode(e), twin(e)); err != nil {
		c.log.warnf("event log: %v", err)
	}
}

// recorded says whether events are recorded: as the connector wants it, unless the
// user has switched it off. The environment wins over config.json, whose switches
// stand in hook.json, each over its own.
func recorded(w *world.World, f *definition) bool {
	on := f.Telemetry || len(f.Off) > 0
	for _, s := range [...][2]string{{wire.SwitchTelemetry, wire.TelemetryVar}, {wire.SwitchMeasure, wire.MeasureVar}} {
		switch now, set := w.Switch(s[1]); {
		case set:
			on = on && now
		case slices.Contains(f.Off, s[0]):
			on = false
		}
	}
	return on
}

// twin says whether a line of the log is the same event: hosts run a hook twice
// that stands in two of their files, settings and a plugin's, at the same time
// (case 29). Without the call's id nothing tells a copy from a repetition.
func twin(e *wire.Event) func(line []byte) bool {
	if e.ToolUseID == "" || e.SessionID == "" {
		return nil
	}
	var marks [][]byte
	for _, m := range [...][2]string{{"tool_use_id", e.ToolUseID}, {"session_id", e.SessionID},
		{"native_event", e.NativeEvent}, {"connector", e.Connector}, {"host", e.Host}} {
		marks = append(marks, appendString([]byte(`"`+m[0]+`":`), m[1]))
	}
	return func(line []byte) bool {
		return !slices.ContainsFunc(marks, func(m []byte) bool { return !bytes.Contains(line, m) })
	}
}

// logged is the event as the log keeps it.
func (c *call) logged(a *answer) *wire.Event {
	ev := c.ev
	input := canonical(nil, ev.ToolInput)
	e := &wire.Event{
		Schema: wire.SchemaEvent, TS: c.start.UnixMilli(), Host: ev.Host, Event: ev.Event, NativeEvent: ev.NativeEvent,
		Connector: c.connector, Scope: c.scope, SessionID: id(ev.SessionID), ProjectKey: c.projectKey,
		Tool: loggedTool(c.host, ev), NativeTool: ev.NativeTool, MCPServer: ev.MCPServer, ToolUseID: id(ev.ToolUseID),
		AgentID: id(ev.AgentID), AgentType: ev.AgentType, Model: ev.Model,
		InputBytes: int64(len(input)), OutputBytes: int64(len(ev.ToolOutput)),
		IsError: ev.IsError, ErrorType: failure(ev), DurationMS: ev.DurationMS,
		ReplyBytes: int64(len(a.text) + len(a.stderr)), Tokens: int64(len(ev.Raw)+3) / 4, Confidence: wire.Heuristic,
		Degraded: a.degraded, HandlerMS: c.spent.Milliseconds(),
	}
	if h := c.stamp(); h != nil {
		e.Host = h.ID
	}
	if c.asked > 0 {
		e.Decision = a.decision
	}
	if redact.Text(e.NativeTool) != e.NativeTool { // its parts have no sign of a secret any more
		e.Tool, e.MCPServer = redact.Mark, ""
	}
	for _, name := range [...]*string{&e.NativeEvent, &e.Event, &e.Tool, &e.NativeTool, &e.MCPServer, &e.AgentType, &e.Model} {
		*name = redact.Cut(*name, maxMetaName) // a model, or a server that somebody wrote, may have put anything there
	}
	if len(input) > 0 {
		e.InputHash = digest.Name(input)
	}
	e.Meta = metaOf(ev, c.file.Observe, input, c.file.Withhold...)
	if dir := projectOf(ev); e.ProjectKey == "" && dir != "" {
		if c.batch != nil {
			e.ProjectKey = c.batch.project(dir)
		} else {
			e.ProjectKey = home.ProjectKey(home.Project(dir))
		}
	}
	if dir := projectOf(ev); dir != "" && c.file.Observe == wire.ObserveStandard {
		home.Remember(c.home, e.ProjectKey, home.Project(dir))
	}
	return e
}

// stamp is the host that the user's own variable names (seed 000), of those that
// share the files of the one that calls; nil for none.
func (c *call) stamp() *host.Caller {
	for _, name := range [...]string{"MCP_CLIENT", "NEW_RELIC_AI_PLATFORM"} {
		if c.w == nil {
			return nil
		}
		id := c.w.Getenv(name)
		for _, h := range host.Callers {
			if id != "" && (h.ID == id || h.Stamp == id) && h != c.host && h.Named() == c.host.Named() {
				return h
			}
		}
	}
	return nil
}

// loggedTool is a tool's name in the log. One of the host's own without a canonical
// name is Unknown, so that nothing is counted as what it only looks like.
func loggedTool(h *host.Caller, ev *wire.HandlerEvent) string {
	switch {
	case ev.Tool != ev.NativeTool, ev.Tool == "", ev.MCPServer != "", h.OwnNames, findTool(h, ev.Tool) != nil,
		h.MCPTool == host.MCPAlone && !ownTool(h, ev.Tool): // one of some server's
		return ev.Tool
	case slices.Contains(host.Canonical[:], ev.Tool) && !slices.Contains(h.Unmapped, ev.Tool):
		return ev.Tool
	}
	return wire.UnknownTool
}

// projectOf is a directory in the project that the event happened in.
func projectOf(ev *wire.HandlerEvent) string {
	for _, dir := range []string{ev.ProjectDir, ev.Cwd} {
		if dir != "" && filepath.IsAbs(dir) {
			return dir
		}
	}
	return ""
}
