package host

import (
	"os"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

// exceptions are claims that the facts prove wrong, with the reason: "host surface"
// and the scopes, or events, that are meant.
var exceptions = map[string]string{
	"antigravity hooks p":             ".agents/hooks.json is read, but fails closed: where a teammate has no sh every tool would be denied (antigravity.go)",
	"antigravity-cli hooks p":         "the same file",
	"antigravity hooks events":        "agy's own list has five events, no SessionStart (hosts' documents by way of rulesync 17)",
	"antigravity-cli hooks events":    "the same program",
	"continue hooks u":                "cn loads hooks and never calls one: none fired in 1.5.47 (continue.go)",
	"continue hooks p":                "the same",
	"continue nativeHooks y":          "the same",
	"jetbrains-copilot hooks u":       "not supported there (docs.github.com/en/copilot/reference/customization-cheat-sheet); a preview that does not fire (copilot-intellij-feedback #1653)",
	"jetbrains-copilot hooks p":       "the same, and Copilot CLI would run what is in .github/hooks",
	"jetbrains-copilot nativeHooks y": "the same",
	"kimi hooks p":                    "its hooks are in the user's config.toml alone (kimi.go)",
	"hermes server p":                 "it reads one config.yaml, the user's (hermes.go)",
	"hermes hooks p":                  "the same file",
	"hermes subagents u":              "it documents no file for a subagent; rulesync writes a plugin of its own for it",
	"hermes subagents p":              "the same",
	"nemoclaw server u":               "its agent is in a sandbox: a command that the user runs adds a server, no file does (nemoclaw.go, AddWith)",
	"nemoclaw server p":               "the same",
	"nemoclaw hooks u":                "nothing outside the sandbox is read (docs.nvidia.com/nemoclaw)",
	"nemoclaw hooks p":                "the same",
	"nemoclaw nativeHooks y":          "the same",
	"nemoclaw skills u":               "a command that the user runs puts one in, which explain names: nemoclaw SANDBOX skill install",
	"nemoclaw skills p":               "the same",
	"nemoclaw memory u":               "nothing outside the sandbox is read",
	"nemoclaw memory p":               "the same",
	"nemoclaw actions y":              "the same; explain says how to run one in a terminal",
	"openclaw server p":               "the gateway has no configuration of a project: it serves one workspace (openclaw.go)",
	"openclaw hooks p":                "the same",
	"openclaw skills p":               "the same; the workspace's skills are the user's",
	"openclaw memory p":               "the same: what a project's plan writes must not land in the user's workspace",
	"roo-code subagents p":            "it has modes (.roomodes), which the user switches to, and no subagents; ended 2026-05-15",
	"windsurf server p":               "what rulesync writes is Devin Local's (.devin); Cascade reads no servers of a project (docs.windsurf.com)",
	"windsurf subagents u":            "Devin Local's, too: Cascade has none",
	"windsurf subagents p":            "the same",
}

// TestNoCellIsWorse: what others put on a host, this does, too, or the table above
// says why that claim is wrong. An exception that is not needed is none.
func TestNoCellIsWorse(t *testing.T) {
	b, err := os.ReadFile("testdata/claims.tsv")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	worse := func(h *Host, cell, what, source string) {
		key := h.ID + " " + cell + " " + what
		if used[key] = true; exceptions[key] == "" {
			t.Errorf("%s has %s of %s (%s), and we do not", source, cell, h.ID, what)
		}
	}
	claims := 0
	for l := range strings.Lines(string(b)) {
		if l[0] == '#' {
			continue
		}
		f := append(strings.Split(strings.TrimSpace(l), "\t"), "")
		h := Find(f[1])
		if h == nil {
			t.Errorf("no host %s", f[1])
			continue
		}
		claims++
		have := h.Record(env("linux", "/home/u", "/p"), none).Scopes
		for scope, name := range map[string]string{"u": wire.ScopeUser, "p": wire.ScopeProject} {
			if strings.Contains(f[3], scope) && have[name][f[2]].Path == "" {
				worse(h, f[2], scope, f[0])
			}
		}
		if f[3] == "y" && !h.Supports(f[2]) {
			worse(h, f[2], "y", f[0])
		}
		if !hasEvents(h, strings.Fields(f[4])) && len(h.Hooks.Events) > 0 {
			worse(h, f[2], "events", f[0])
		}
	}
	if claims < 250 {
		t.Errorf("only %d claims", claims)
	}
	for key := range exceptions {
		if !used[key] {
			t.Errorf("%s is no exception any more", key)
		}
	}
}

// hasEvents says whether a host is known to fire each of those events.
func hasEvents(h *Host, events []string) bool {
	return !slices.ContainsFunc(events, func(name string) bool {
		return !slices.ContainsFunc(h.Hooks.Events, func(e Event) bool { return e.Canonical == name })
	})
}
