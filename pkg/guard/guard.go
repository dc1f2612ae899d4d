// Package guard decides about a tool call before it runs, by the rules of the
// security alerts (pkg/bashcmd): what an alert would say afterwards, it says before.
package guard

import (
	"encoding/json"
	"fmt"
	"strings"

	"agentconnector/pkg/bashcmd"
	"agentconnector/pkg/guard/policy"
	"agentconnector/pkg/wire"
)

// Decide answers about an event. It has a word only about a tool that is about to
// run a command, or to read or write a file by its name.
func Decide(p policy.Policy, ev *wire.HandlerEvent) wire.HandlerReply {
	if ev.Event != wire.PreToolUse && ev.Event != wire.PermissionRequest {
		return wire.HandlerReply{}
	}
	alert, why := look(ev)
	decision := p[string(alert)]
	if alert == bashcmd.None || decision == "" || decision == wire.Allow {
		return wire.HandlerReply{}
	}
	return wire.HandlerReply{Decision: decision, Reason: fmt.Sprintf("%s (%s): %s", alert, alert.Severity(), short(why))}
}

// look is the alert of a call, and what it is for.
func look(ev *wire.HandlerEvent) (bashcmd.Alert, string) {
	var in struct {
		Command string `json:"command"`
		Path    string `json:"file_path"`
	}
	if ev.MCPServer != "" || json.Unmarshal(ev.ToolInput, &in) != nil {
		return bashcmd.None, ""
	}
	switch {
	case in.Command != "":
		l := bashcmd.Read(in.Command)
		return l.Alert, l.Why
	case bashcmd.Secret(in.Path):
		return bashcmd.SensitiveFile, in.Path
	}
	return bashcmd.None, ""
}

// maxWhy bounds what is quoted of a command.
const maxWhy = 200

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > maxWhy {
		return string(r[:maxWhy]) + "…"
	}
	return s
}
