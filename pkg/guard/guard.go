// Package guard decides about a tool call before it runs, by the rules of the
// security alerts (pkg/bashcmd): what an alert would say afterwards, it says before.
package guard

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/bashcmd"
	"agentconnector/pkg/wire"
)

// Policy is what is decided about each alert; what is not in it is let through.
type Policy map[bashcmd.Alert]string

// names are the alerts in the words of the command line.
var names = []struct {
	word  string
	alert bashcmd.Alert
}{
	{"destructive", bashcmd.Destructive}, {"sensitive", bashcmd.SensitiveFile}, {"network", bashcmd.ExternalNet}, {"deletion", bashcmd.FileDeletion},
}

// Words are what a policy can speak about.
func Words() (all []string) {
	for _, n := range names {
		all = append(all, n.word)
	}
	return all
}

// Decisions are what a policy can decide.
var Decisions = []string{wire.Ask, wire.Deny, wire.Allow}

// Default asks about what destroys something.
var Default = Policy{bashcmd.Destructive: wire.Ask}

// ParsePolicy reads pairs such as destructive=ask.
func ParsePolicy(pairs []string) (Policy, error) {
	if len(pairs) == 0 {
		return Default, nil
	}
	p := Policy{}
	for _, pair := range pairs {
		word, decision, _ := strings.Cut(pair, "=")
		i := slices.Index(Words(), word)
		if i < 0 || !slices.Contains(Decisions, decision) {
			return nil, fmt.Errorf("found %q, expected ALERT=DECISION: one of %s, and %s", pair, strings.Join(Words(), ", "), strings.Join(Decisions, ", "))
		}
		p[names[i].alert] = decision
	}
	return p, nil
}

// Decide answers about an event. It has a word only about a tool that is about to
// run a command, or to read or write a file by its name.
func (p Policy) Decide(ev *wire.HandlerEvent) wire.HandlerReply {
	if ev.Event != wire.PreToolUse && ev.Event != wire.PermissionRequest {
		return wire.HandlerReply{}
	}
	alert, why := look(ev)
	decision := p[alert]
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
