package connector

import (
	"encoding/json"
	"slices"
	"strings"

	"agentconnector/pkg/wire"
)

// ObserverID is the id of the connector that only observes.
const ObserverID = "observe"

// Observer is the connector that is built in: it hears every event of every host,
// decides nothing, and has the log of events tell of the inputs at that level. With
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
	hears := hook{Handler: handler{Rules: []wire.Rule{{Decision: wire.Allow}}}} // no objection
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
	text, err := json.MarshalIndent(map[string]any{
		"id": ObserverID, "displayName": "Observation", "version": version,
		"description": "Hears what agents do, and keeps names, sizes and outcomes in a log on this machine. It decides nothing, unless it guards.",
		"telemetry":   map[string]any{"observe": level}, "hooks": hooks,
	}, "", "  ")
	if err != nil {
		return nil, err
	}
	return Parse("the observing connector", text, nil)
}
