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
	return wire.HandlerReply{Decision: decision, Reason: fmt.Sprintf("%s (%s): %s", alert, alert.Severity(), Short(why, maxWhy))}
}

// look is the alert of a call, and what it is for. Only a shell's command is one:
// some hosts give a patch, or what to do with a file, under the same name.
func look(ev *wire.HandlerEvent) (bashcmd.Alert, string) {
	var in struct {
		Command string `json:"command"`
		Path    string `json:"file_path"`
	}
	if ev.MCPServer != "" || json.Unmarshal(ev.ToolInput, &in) != nil {
		return bashcmd.None, ""
	}
	switch {
	case ev.Tool == "Bash" || ev.Tool == "PowerShell":
		l := bashcmd.Read(in.Command)
		return l.Alert, l.Why
	case bashcmd.Secret(in.Path):
		return bashcmd.SensitiveFile, in.Path
	}
	for _, file := range patched(in.Command) {
		if bashcmd.Secret(file) {
			return bashcmd.SensitiveFile, file
		}
	}
	return bashcmd.None, ""
}

// patched are the files of a patch in the form of apply_patch (Codex 0.171.0,
// observed).
func patched(text string) (files []string) {
	if !strings.HasPrefix(strings.TrimSpace(text), "*** Begin Patch") {
		return nil
	}
	for line := range strings.Lines(text) {
		for _, head := range [...]string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "} {
			if name, ok := strings.CutPrefix(line, head); ok {
				files = append(files, strings.TrimSpace(name))
			}
		}
	}
	return files
}

// maxWhy bounds what is quoted of a command.
const maxWhy = 200

// Short is a text on one line, cut if it is longer than that.
func Short(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
