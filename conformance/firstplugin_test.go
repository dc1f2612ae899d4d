package conformance

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"agentconnector/conformance/fakemodel"
)

// inPlugin is a host whose server is known by another name where it comes with a
// plugin.
type inPlugin struct {
	Talker
	server string
}

func (h inPlugin) MCP(_, tool string, args map[string]any) fakemodel.Call {
	return h.Talker.MCP(h.server, tool, args)
}

// catalog is how the first two hosts take one.
func catalog(format, add string) PluginUse {
	const id = connectorID + "@" + connectorID
	return PluginUse{
		Format:  format,
		Install: [][]string{{"plugin", "marketplace", "add", "$FOLDER"}, {"plugin", add, id}},
		Remove:  [][]string{{"plugin", "remove", id}, {"plugin", "marketplace", "remove", connectorID}},
		Lists:   []string{"plugin", "list"},
	}
}

// pluginUser is somebody with one of the first two hosts and our tools, the host as it
// is there, and how it takes a plugin.
func pluginUser(t *testing.T, h Host) (*Sandbox, Talker, PluginUse) {
	t.Helper()
	s := person(t, h)
	for _, name := range suite {
		put(t, s, name)
	}
	git(t, s, "init", "-q") // Codex works nowhere else
	talker := h.(Talker)
	welcome(t, s, talker)
	if h != Host(Claude{}) {
		return s, talker, catalog("codex-plugin", "add")
	}
	write(t, s, Claude{}.HookFile(s), `{"permissions": {"allow": ["Bash", "mcp__plugin_acme-db_acme-db"]}}`)
	use := catalog("claude-plugin", "install")
	use.Install = append([][]string{{"plugin", "validate", "--strict", "$FOLDER"}}, use.Install...)
	return s, inPlugin{talker, "plugin_acme-db_acme-db"}, use
}

// Claude Code keeps the plugin's files for a while after it is removed; Codex
// wants its hooks reviewed, as all others.
func TestTheFirstHostsTakeOurPlugins(t *testing.T) {
	for _, h := range pair(t) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			s, talker, use := pluginUser(t, h)
			plugged(t, s, h, use)
			knowsPlugin(t, s, h)
			worksInPlugin(t, s, h, talker)
			unplugged(t, s, h, use)
			knowsNoPlugin(t, s, h)
		})
	}
}

// The same where ac install --method plugin lets them install it, and ac uninstall
// take it out.
func TestTheFirstHostsInstallOurPluginsForAC(t *testing.T) {
	for _, h := range pair(t) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			s, talker, use := pluginUser(t, h)
			tool(t, s, "", "ac", "install", "--method", "plugin", "--target", h.ID(), example(t))
			if got := said(t, s, h, use.Lists); !strings.Contains(got, connectorID) {
				t.Errorf("%q does not list it:\n%s", use.Lists, got)
			}
			knowsPlugin(t, s, h)
			worksInPlugin(t, s, h, talker)
			if !measured(t, s, h.ID()) {
				t.Errorf("%s: no measurement of its tools/list: was the server started through ac-proxy?", h.ID())
			}
			tool(t, s, "", "ac", "uninstall", connectorID)
			if got := said(t, s, h, use.Lists); strings.Contains(got, connectorID) {
				t.Errorf("%q lists it still:\n%s", use.Lists, got)
			}
			knowsNoPlugin(t, s, h)
		})
	}
}

// pluginEvents are those on which the plugin of the example has hooks for both.
var pluginEvents = []string{"PostToolUse", "PreToolUse", "SessionStart", "Stop", "UserPromptSubmit"}

// knowsPlugin asks for the server and the hooks of the plugin. Claude Code counts
// what is in one, Codex lists hooks as it does all others.
func knowsPlugin(t *testing.T, s *Sandbox, h Host) {
	t.Helper()
	all, err := h.List(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	servers := slices.Collect(maps.Keys(all.ByName))
	if len(servers) != 1 || !strings.HasSuffix(servers[0], connectorID) || all.ByName[servers[0]].Status != Connected || len(all.Complaints) > 0 {
		t.Errorf("%s: of the plugin's server it says %v, and %q", h.ID(), all.ByName, all.Complaints)
	}
	events := pluginHooks(t, s, h)
	for _, event := range pluginEvents {
		if !slices.Contains(events, event) {
			t.Errorf("%s: it knows of no hook of the plugin on %s, but on %q", h.ID(), event, events)
		}
	}
}

// pluginHooks are the events on which the host says that the plugin has hooks.
func pluginHooks(t *testing.T, s *Sandbox, h Host) []string {
	t.Helper()
	var events []string
	if h == Host(Claude{}) {
		details := said(t, s, h, []string{"plugin", "details", connectorID + "@" + connectorID})
		for _, event := range pluginEvents {
			if strings.Contains(details, event) {
				events = append(events, event)
			}
		}
		return events
	}
	hooks, err := h.Hooks(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	for _, hook := range hooks.All {
		events = append(events, hook.Event)
	}
	return events
}

// knowsNoPlugin: the host lists no server and no hook, and nothing of the plugin is
// left but the copy that Claude Code keeps in its cache.
func knowsNoPlugin(t *testing.T, s *Sandbox, h Host) {
	t.Helper()
	if all, err := h.List(context.Background(), s); err != nil || len(all.ByName) > 0 {
		t.Errorf("it still lists %v (%v)", all.ByName, err)
	}
	if h == Host(Claude{}) {
		r, err := s.Run(context.Background(), nil, s.Bins[h.ID()], "plugin", "details", connectorID+"@"+connectorID)
		if err != nil || r.Code == 0 {
			t.Errorf("it still tells of the plugin (%v):\n%s", err, r.Stdout)
		}
		return
	}
	if hooks, err := h.Hooks(context.Background(), s); err != nil || len(hooks.All) > 0 {
		t.Errorf("it still has the hooks %v (%v)", hooks.All, err)
	}
	nothingLeft(t, s, empty(t, s)...)
}

// worksInPlugin leads one of the first two hosts that has our plugin through a
// conversation.
func worksInPlugin(t *testing.T, s *Sandbox, h Host, talker Talker) {
	t.Helper()
	if h == Host(Codex{}) {
		if err := (Codex{}).TrustHooks(context.Background(), s); err != nil {
			t.Fatal(err)
		}
	}
	want := member()
	want.Once = []string{"How to query and change the acme database (customers, orders) safely", "Open orders of a customer"}
	noTalkFaults(t, talker, talk(t, s, talker, Task{}), want)
	got := events(t, s, h)
	for _, e := range []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PostToolUse context", "Stop deny"} {
		if got[e] == 0 {
			t.Errorf("%s: no %q in the log of ac-hook, but %v", h.ID(), e, got)
		}
	}
}
