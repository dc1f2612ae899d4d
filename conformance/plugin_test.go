package conformance

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A plugin that ac-render makes is taken by the host's own program; its server,
// its guidance and its hooks, which the definition in it decides, work through a
// whole conversation as an installed connector's do; and the host's own program
// takes it out again.
func TestHostsTakeOurPlugins(t *testing.T) {
	for _, h := range further(t) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			switch {
			case h.Plugin.Format == "":
				t.Skip(h.ID() + ": no program of it installs plugins that we make")
			case !HasNoNetwork():
				t.Skip("no network namespace here, and the model's address stands in a file of " + h.ID())
			}
			s, files := settled(t, h)
			plugged(t, s, h, h.Plugin)
			worksAsPlugin(t, s, h)
			unplugged(t, s, h, h.Plugin)
			if h.Plugin.Remove == nil { // the user edits the file
				for path, text := range files {
					write(t, s, path, text)
				}
				for _, path := range h.Plugin.Made {
					if err := os.Remove(filepath.Join(s.Home(), path)); err != nil {
						t.Error(err)
					}
				}
			}
			lists(t, h, s, "own")
			knows(t, s, h, contentOf(h), false)
			nothingLeft(t, s, empty(t, s)...)
		})
	}
}

// The same where ac install --method plugin lets the host install it, and ac
// uninstall take it out.
func TestHostsInstallOurPluginsForAC(t *testing.T) {
	for _, h := range further(t) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			switch {
			case !h.Plugin.Method:
				t.Skip(h.ID() + ": ac lets it install nothing")
			case !HasNoNetwork():
				t.Skip("no network namespace here, and the model's address stands in a file of " + h.ID())
			}
			s, files := settled(t, h)
			tool(t, s, "", "ac", "install", "--method", "plugin", "--target", h.ID(), example(t))
			worksAsPlugin(t, s, h)
			if !measured(t, s, h.ID()) {
				t.Errorf("%s: no measurement of its tools/list: was the server started through ac-proxy?", h.ID())
			}
			tool(t, s, "", "ac", "uninstall", connectorID)
			lists(t, h, s, "own")
			if h.Plugin.Lists != nil {
				if got := said(t, s, h, h.Plugin.Lists); strings.Contains(got, cmp.Or(h.Plugin.Shown, connectorID)) {
					t.Errorf("%q lists it still:\n%s", h.Plugin.Lists, got)
				}
			}
			knows(t, s, h, contentOf(h), false)
			if _, err := os.Stat(filepath.Join(s.Home(), ".agent-connector", "plugins")); err == nil {
				t.Error("the folder of plugins is still there")
			}
			for path, want := range files {
				if got := read(t, path); !h.Plugin.Notes && !strings.Contains(path, "settings") && got != want { // hosts note plugins in their settings
					t.Errorf("%s differs afterwards:\n--- was\n%s\n--- is\n%s", path, want, got)
				}
			}
		})
	}
}

// worksAsPlugin leads a host that has our plugin through a conversation.
func worksAsPlugin(t *testing.T, s *Sandbox, h Plain) {
	t.Helper()
	server := cmp.Or(h.Plugin.Server, connectorID)
	switch {
	case h.Plugin.Late:
	case h.Plugin.Unlisted:
		lists(t, h, s, "own")
	default:
		lists(t, h, s, "own", server)
	}
	knows(t, s, h, contentOf(h), true)
	if len(h.Plugin.Names) > 0 {
		got := said(t, s, h, h.Plugin.Lists)
		for _, name := range h.Plugin.Names {
			if !strings.Contains(got, name) {
				t.Errorf("%s: %q says nothing of %s:\n%s", h.ID(), h.Plugin.Lists, name, got)
			}
		}
	}

	inside := h
	inside.Tool = strings.ReplaceAll(h.Tool, "$SERVER", server)
	k, err := s.Talk(context.Background(), inside, loop(inside), Task{Prompt: question})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range loopFaults(inside, k, events(t, s, h)) {
		t.Errorf("%s: %s", h.ID(), f)
	}
	body := string(k.Heard().Body)
	if told := strings.Contains(body, "How to query and change the acme database"); told == h.Plugin.Untold {
		t.Errorf("%s: the model was told of the skill: %v", h.ID(), told)
	}
	for _, name := range h.Plugin.Told {
		if !strings.Contains(body, name) {
			t.Errorf("%s: the model was not told of %s", h.ID(), name)
		}
	}
	if t.Failed() {
		shown(t, s, h, k)
	}
}

// contentOf is what the host can be asked for of the example's commands, skills and
// subagents, and how.
func contentOf(h Plain) map[string][]string {
	if h.Plugin.Late {
		return nil
	}
	how := content[h.ID()]
	return map[string][]string{"acme-db-schema": how.skill, "acme-analyst": how.agent, "acme-orders": how.commands}
}

// plugged makes the plugin, and lets the host install it.
func plugged(t *testing.T, s *Sandbox, h Host, p PluginUse) {
	t.Helper()
	folder := s.Path("plugin")
	tool(t, s, "", "ac-render", "-q", "--package", p.Format, "--out", folder, example(t))
	if p.File.Path != "" {
		write(t, s, filepath.Join(s.Home(), p.File.Path), strings.ReplaceAll(p.File.Text, "$FOLDER", folder))
	}
	for _, argv := range p.Install {
		said(t, s, h, strings.Split(strings.ReplaceAll(strings.Join(argv, "\x00"), "$FOLDER", folder), "\x00"))
	}
	if p.Lists == nil {
		return
	}
	if got := said(t, s, h, p.Lists); !strings.Contains(got, cmp.Or(p.Shown, connectorID)) {
		t.Errorf("%q does not list it:\n%s", p.Lists, got)
	}
}

// unplugged lets the host take it out.
func unplugged(t *testing.T, s *Sandbox, h Host, p PluginUse) {
	t.Helper()
	if p.File.Path != "" {
		if err := os.Remove(filepath.Join(s.Home(), p.File.Path)); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, argv := range p.Remove {
		said(t, s, h, strings.Split(strings.ReplaceAll(strings.Join(argv, "\x00"), "$FOLDER", s.Path("plugin")), "\x00"))
	}
	if p.Lists == nil || p.Remove == nil {
		return
	}
	if got := said(t, s, h, p.Lists); strings.Contains(got, cmp.Or(p.Shown, connectorID)) {
		t.Errorf("%q lists it still:\n%s", p.Lists, got)
	}
}

// said is what a host prints for a command, which must succeed.
func said(t *testing.T, s *Sandbox, h Host, argv []string) string {
	t.Helper()
	r, err := s.Run(context.Background(), nil, append([]string{s.Bins[h.ID()]}, argv...)...)
	if err != nil || r.Code != 0 {
		t.Fatalf("%s %q: status %d, %v\n%s%s", h.ID(), argv, r.Code, err, r.Stdout, r.Stderr)
	}
	return r.Stdout + r.Stderr
}

// empty are the folders in which nothing is: hosts leave those of their copies.
func empty(t *testing.T, s *Sandbox) (all []string) {
	t.Helper()
	err := filepath.WalkDir(s.Home(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			if list, _ := os.ReadDir(path); len(list) == 0 {
				all = append(all, path)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return all
}

// The plugin of the open standard is taken by clients that have formats of their
// own, too; it has a server and skills alone.
func TestClientsTakeTheOpenPlugin(t *testing.T) {
	uses := map[string]PluginUse{
		"codex": catalog("agent-plugin", "add"),
		"qwen-code": {
			Install: [][]string{{"extensions", "install", "$FOLDER/" + connectorID, "--consent"}},
			Remove:  [][]string{{"extensions", "uninstall", connectorID}},
			Lists:   []string{"extensions", "list"},
		},
		"copilot-cli": {
			Install: [][]string{{"plugin", "marketplace", "add", "$FOLDER"}, {"plugin", "install", connectorID + "@" + connectorID}},
			Remove:  [][]string{{"plugin", "uninstall", connectorID + "@" + connectorID}, {"plugin", "marketplace", "remove", connectorID}},
			Lists:   []string{"plugin", "list"},
		},
	}
	for _, h := range chosen(t, func(h Host) bool { _, ok := uses[h.ID()]; return ok }) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			s := sandboxWith(t, false, h)
			put(t, s, "ac-render")
			use := uses[h.ID()]
			use.Format = "agent-plugin"
			plugged(t, s, h, use)
			all, err := h.List(context.Background(), s)
			if server, ok := all.ByName[connectorID]; err != nil || !ok || server.Status == Failed || len(all.Complaints) > 0 {
				t.Errorf("it lists %v, and says %q (%v)", all.ByName, all.Complaints, err)
			}
			unplugged(t, s, h, use)
			if all, err := h.List(context.Background(), s); err != nil || len(all.ByName) > 0 {
				t.Errorf("it still lists %v (%v)", all.ByName, err)
			}
		})
	}
}
