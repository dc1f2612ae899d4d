package render

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Case 25 on every host: npx is a batch file on Windows. It is started by "cmd /c",
// by ac-proxy, or by the host itself, and never twice by any; on other systems
// nothing stands before it.
func TestBatchFilesOnEveryHost(t *testing.T) {
	seen := map[string]int{}
	for _, h := range host.All {
		for i, m := range machines {
			for _, measured := range []string{"true", "false"} {
				in := on(t, m, h)
				if in.Hosts[0].Scopes[wire.ScopeUser][wire.Server].Path == "" {
					continue
				}
				c := parse(t, `"server": {"transport":"stdio","command":"npx","args":["-y","gamma"]}, "telemetry": {"enabled": `+measured+`}`)
				entry := ""
				for _, p := range render(t, in, c, Options{Scope: wire.ScopeUser, Targets: []string{h.ID}}).Plan.Patches {
					if p.Surface == wire.Server && len(p.Value) > 0 {
						entry = string(p.Value)
					}
				}
				if entry == "" {
					if _, loads := spelling(h, "stdio"); loads && !h.Server.NotMade {
						t.Errorf("%s on %s: no server", h.ID, m.OS)
					}
					continue
				}
				words := launched(t, h, entry)
				want := []string{"npx", "-y", "gamma"}
				switch batch := i == 2 && !h.Server.RunsBatch && !h.Server.RunsInCmd && h.Server.Stdio.Line == ""; {
				case measured == "true":
					if at := slices.Index(words, "--"); at < 0 || !strings.Contains(strings.Join(words[:at], " "), "ac-proxy") {
						t.Errorf("%s on %s: not under ac-proxy: %q", h.ID, m.OS, words)
					}
					words = words[slices.Index(words, "--")+1:]
					seen["ac-proxy"]++
				case batch:
					want = append([]string{"cmd", "/c"}, want...)
					seen["cmd"]++
				case i == 2:
					seen["itself"]++
				}
				if !slices.Equal(words, want) {
					t.Errorf("%s on %s, measured %s: %q, want %q", h.ID, m.OS, measured, words, want)
				}
			}
		}
	}
	if seen["ac-proxy"] < 30 || seen["cmd"] < 20 || seen["itself"] < 5 {
		t.Errorf("too few are compared: %v", seen)
	}
}

// launched are the words of the command in an entry, wherever the host has them.
func launched(t *testing.T, h *host.Host, entry string) []string {
	t.Helper()
	var line string
	if json.Unmarshal([]byte(entry), &line) == nil { // it is a line for a shell
		return strings.Fields(line)
	}
	var o map[string]json.RawMessage
	if err := json.Unmarshal([]byte(entry), &o); err != nil {
		t.Fatalf("%s: %s: %v", h.ID, entry, err)
	}
	f := h.Server.Stdio
	var words, args []string
	if f.Argv != "" {
		if err := json.Unmarshal(o[f.Argv], &words); err != nil {
			t.Fatalf("%s: %s: %v", h.ID, entry, err)
		}
		return words
	}
	var command string
	if err := json.Unmarshal(o[f.Command+f.Line], &command); err != nil {
		t.Fatalf("%s: %s: %v", h.ID, entry, err)
	}
	if f.Line != "" {
		return strings.Fields(command)
	}
	if err := json.Unmarshal(o[f.Args], &args); err != nil {
		t.Fatalf("%s: %s: %v", h.ID, entry, err)
	}
	return append([]string{command}, args...)
}
