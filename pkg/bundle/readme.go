package bundle

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/render"
)

// readme tells who finds the folder what it is, and what it needs. Claude Code's
// plugin directory takes no plugin without one (observed in 2.1.332).
func readme(h *host.Host, c *connector.Connector) []byte {
	var s strings.Builder
	fmt.Fprintf(&s, "# %s\n\n", c.DisplayName)
	if c.Description != "" {
		fmt.Fprintf(&s, "%s\n\n", c.Description)
	}
	fmt.Fprintf(&s, "A plugin for %s, made by agent-connector from the definition of %s", h.Name, c.ID)
	if v := render.Version(c); v != "" {
		fmt.Fprintf(&s, ", version %s", v)
	}
	fmt.Fprintf(&s, ". Do not edit it: change connector.json and make it again.\n\n")
	p := &h.Plugin
	hooks := cmp.Or(p.Module, p.Hooks)
	if p.HooksStaged {
		hooks = ""
	}
	for _, part := range []struct {
		n          int
		place, say string
	}{
		{one(c.Server != nil), p.Server, "MCP server"}, {len(c.Hooks), hooks, "events with hooks"}, {len(c.Commands), p.Commands, "commands"},
		{len(c.Skills), p.Skills, "skills"}, {len(c.Subagents), p.Subagents, "subagents"}, {len(c.Memory), p.Memory, "texts of guidance"},
	} {
		if part.n > 0 && part.place != "" {
			fmt.Fprintf(&s, "- %s: %d, in `%s`\n", part.say, part.n, part.place)
		}
	}
	if len(c.Hooks) > 0 && hooks != "" {
		s.WriteString("\nIts hooks are decided by `ac-hook`, by the rules in `agent-connector/hook.json`. Where agent-connector is not installed they do\n" +
			"nothing, and everything else works.\n")
	}
	if lines := byHand(h, c); len(lines) > 0 {
		fmt.Fprintf(&s, "\nTo install it from a folder PATH:\n\n")
		for _, l := range lines {
			fmt.Fprintf(&s, "    %s\n", l)
		}
	}
	if c.Server != nil && len(c.Server.Env) > 0 && p.Server != "" {
		s.WriteString("\nThe server looks at these variables of the environment:\n\n")
		for _, name := range slices.Sorted(maps.Keys(c.Server.Env)) {
			fmt.Fprintf(&s, "- `%s`\n", name)
		}
	}
	return []byte(s.String())
}

// byHand are the host's own commands that install the plugin.
func byHand(h *host.Host, c *connector.Connector) (lines []string) {
	fill := strings.NewReplacer("$dir", "PATH", "$id", c.ID)
	for _, d := range h.Plugin.Install {
		if d.With == "" || render.Declares(c, h.ID, d.With) {
			lines = append(lines, fill.Replace(strings.Join(d.Do, " ")))
		}
	}
	for _, l := range h.Plugin.ByHand {
		lines = append(lines, fill.Replace(l))
	}
	return lines
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
