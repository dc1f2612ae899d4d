package connector

import (
	"encoding/json"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Reporter is the program of ours that a connector may name as its server.
const Reporter = "ac-report-mcp"

// ObserverID is the id of the connector that only observes.
const ObserverID = "observe"

// Observer is the connector that is built in: it hears every event of every host, and
// gives those without hooks a server for reports of their own; it decides nothing, and has the log of events tell of the inputs at that level. With
// a guard, pairs such as destructive=ask, ac-report decides about the tools that
// run commands or touch files before they run.
func Observer(version, level string, guard []string) (*Connector, error) {
	type handler struct {
		Rules     []wire.Rule `json:"rules,omitempty"`
		Command   []string    `json:"command,omitempty"`
		TimeoutMS int64       `json:"timeoutMs,omitempty"`
		OnError   string      `json:"onError,omitempty"`
	}
	type hook struct {
		Matcher string  `json:"matcher,omitempty"`
		Handler handler `json:"handler"`
	}
	// A rule that holds for no event: an allow would be more than no objection where
	// an event asks for a permission, it would give it.
	hears := hook{Handler: handler{Rules: []wire.Rule{{If: wire.Raw(`{"event":{"exists":false}}`), Decision: wire.Allow}}}}
	hooks := map[string][]hook{}
	for _, event := range wire.Events {
		hooks[event] = []hook{hears}
	}
	if len(guard) > 0 {
		guards := hook{Matcher: "Bash|PowerShell|Read|Write|Edit|MultiEdit|Delete", Handler: handler{Command: append([]string{"ac-report", "guard"}, guard...), TimeoutMS: 5000}}
		if slices.ContainsFunc(guard, func(pair string) bool { return strings.HasSuffix(pair, "="+wire.Deny) }) {
			guards.Handler.OnError = wire.Deny // a guard that failed has not approved
		}
		hooks[wire.PreToolUse] = append(hooks[wire.PreToolUse], guards)
	}
	// What says more of a session stands in events that one host alone has; a host
	// without hooks gets the server with which its model reports itself.
	platforms := map[string]any{}
	for _, h := range host.All {
		native := map[string][]hook{}
		for _, e := range h.Hooks.Events {
			if e.Observed {
				native[e.Native] = []hook{hears}
			}
		}
		switch {
		case len(native) > 0:
			platforms[h.ID] = map[string]any{"nativeHooks": native}
		case len(h.Hooks.Events) == 0:
			platforms[h.ID] = map[string]any{"server": map[string]any{"transport": "stdio", "command": Reporter, "args": []string{"--privacy", level}}}
		}
	}
	text, err := json.MarshalIndent(map[string]any{
		"id": ObserverID, "displayName": "Observation", "version": version,
		"description": "Hears what agents do, and keeps names, sizes and outcomes in a log on this machine. It decides nothing, unless it guards.",
		"telemetry":   map[string]any{"observe": level}, "hooks": hooks, "platforms": platforms,
	}, "", "  ")
	if err != nil {
		return nil, err
	}
	return Parse("the observing connector", text, nil)
}
