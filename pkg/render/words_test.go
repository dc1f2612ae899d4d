package render

import (
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Words that a shell, or what a host makes of a text, would take for something else
// than they are.
var oddWords = []string{"$(id)", "`id`", ";", "&&", "|", ">f", "*", "~", "~/x", "a b", "it's", `q"x`, `b\s`, "!x", "#c", "$HOME", "$", "a=b", "", "x\ny", "{a,b}", "(x)", "-n", "é"}

// TestOddArgumentsArriveOnEveryHost: an argument reaches the server as it stands in
// the connector, whatever the host makes of the texts in its file, or there is no
// server, and a notice says why.
func TestOddArgumentsArriveOnEveryHost(t *testing.T) {
	arrived := 0
	for _, h := range host.All {
		for _, measured := range []string{"true", "false"} {
			for _, word := range oddWords {
				if h.Server.User == (host.Loc{}) {
					continue
				}
				c := parse(t, `"server": {"transport":"stdio","command":"srv","args":["first",`+string(raw(word))+`]}, "telemetry": {"enabled": `+measured+`}`)
				r := render(t, on(t, machines[0], h), c, Options{Scope: wire.ScopeUser, Targets: []string{h.ID}})
				entry := ""
				for _, p := range r.Plan.Patches {
					if p.Surface == wire.Server {
						entry = string(p.Value)
					}
				}
				if entry == "" {
					if len(r.Plan.Notices) == 0 {
						t.Errorf("%s: no server for %q, and nothing is said", h.ID, word)
					}
					continue
				}
				if h.Server.Stdio.Line != "" {
					continue // a shell reads it: TestLineInAShell
				}
				words := launched(t, h, entry)
				got := words[len(words)-1]
				switch {
				case slices.Contains(words, "--percent"):
					got = strings.ReplaceAll(got, "%((", "%(")
				case h.Server.Expand == host.ExpandDocument:
					got = document(t, got)
				case (h.Server.Expand == host.ExpandWords || h.Server.Expand == host.ExpandWordsDefault) && strings.Contains(got, "$H"):
					got = "what HOME holds"
				}
				if got != word {
					t.Errorf("%s, measured %s: %q arrives as %q (%s)", h.ID, measured, word, got, entry)
				}
				arrived++
			}
		}
	}
	if arrived < 1200 {
		t.Errorf("only %d have arrived", arrived)
	}
}

// document is what a shell makes of the text of a here-document.
func document(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && strings.IndexByte("$`\\\n", text[i+1]) >= 0:
			i++
			b.WriteByte(text[i])
		case text[i] == '`' || text[i] == '$' && i+1 < len(text) && strings.IndexByte("({", text[i+1]) >= 0:
			t.Errorf("a shell would run a part of %q", text)
			return ""
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String()
}
