package render

import (
	"path"
	"slices"
	"strings"

	"agentconnector/pkg/host"
)

// limits are the tools that an item may and may not use. Kept says that its being
// read-only is in them.
type limits struct {
	allow, deny []string
	kept        bool
}

// changing are the tools that change something, as far as their names say.
var changing = []string{host.Write, host.Edit, host.Bash}

// limitsOf are an item's limits as a host with these fields can keep them: one
// without a word for read-only leaves out the tools that change something, and one
// whose files say only what is allowed is not told to allow what is denied.
func limitsOf(f host.ContentField, it item) limits {
	var l limits
	if it.tools != nil {
		l.allow, l.deny = slices.Clone(it.tools.Allow), slices.Clone(it.tools.Deny)
	}
	deny := l.deny
	if it.readOnly && f.ReadOnly == "" {
		deny = addNew(slices.Clone(deny), changing...)
	}
	left := slices.DeleteFunc(slices.Clone(l.allow), func(t string) bool { return slices.Contains(deny, t) })
	switch {
	case f.DenyTools != "":
		l.deny, l.kept = deny, true
	case f.AllowTools != "" && len(left) > 0:
		l.allow, l.deny, l.kept = left, nil, true
	}
	return l
}

// inNames are the limits in a host's names. A tool that it does not have stays as it
// is called: it allows nothing. Where that would make the host refuse the file it
// is left out, unless nothing would be left, which means everything.
func inNames(h *host.Host, c *host.Content, l limits) limits {
	l.allow, l.deny = nativeTools(h, c, l.allow), nativeTools(h, c, l.deny)
	if all := c.Fields.AllTools; len(l.allow) == 0 && all != "" {
		l.allow = []string{all}
	}
	return l
}

// modelOf is the model that a host is told, empty if none. Inherit is none, but
// where it is a word of its own.
func modelOf(c *host.Content, f host.ContentField, model string) string {
	switch {
	case model == "inherit" && !f.Inherit, model != "inherit" && !knows(c, model):
		return ""
	}
	return model
}

// knows says whether a host may have a model of that name.
func knows(c *host.Content, model string) bool {
	if len(c.Models) == 0 {
		return !slices.Contains([]string{"sonnet", "opus", "haiku"}, model)
	}
	flat := func(s string) string { return strings.ReplaceAll(s, "/", "\n") } // "*" stops at a slash
	return slices.ContainsFunc(c.Models, func(p string) bool { ok, _ := path.Match(flat(p), flat(model)); return ok })
}

func nativeTools(h *host.Host, c *host.Content, list []string) []string {
	own := c.ToolNames
	if own == nil {
		own = h.Tools
	}
	var names, unknown []string
	for _, name := range list {
		found := false
		for _, t := range own {
			if t.Canonical == name && !t.Alias {
				names, found = addNew(names, t.Native), true
			}
		}
		form := h.MCPTool
		if c.MCPTool != "" {
			form = c.MCPTool
		}
		switch mcp := mcpName(form, name); {
		case found:
		case mcp != "":
			names = addNew(names, mcp)
		case c.Strict:
			unknown = addNew(unknown, name)
		default:
			names = addNew(names, name)
		}
	}
	if len(names) == 0 {
		return unknown
	}
	return names
}

// mcpName is a host's name of mcp__server__tool; empty if the name is another one,
// or the host's way with such names is not one to spell them by.
func mcpName(form host.ToolName, name string) string {
	rest, ok := strings.CutPrefix(name, "mcp__")
	server, tool, both := strings.Cut(rest, "__")
	if !ok || !both {
		return ""
	}
	switch form {
	case host.MCPSingle:
		return "mcp_" + server + "_" + tool
	case host.MCPPlain:
		return server + "__" + tool
	case host.MCPTriple:
		return server + "___" + tool
	case host.MCPDash:
		return server + "-" + tool
	case host.MCPAt:
		return "@" + server + "/" + tool
	case host.MCPSlash:
		return server + "/" + tool
	}
	return ""
}

// tools adds the lists of tools.
func tools(y head, f host.ContentField, l limits) {
	switch f.ToolSep {
	case host.ToolRules:
		y.rules(f.AllowTools, l)
	case host.ToolList:
		y.list(f.AllowTools, l.allow)
		y.list(f.DenyTools, l.deny)
	default:
		y.text(f.AllowTools, strings.Join(l.allow, f.ToolSep))
		y.text(f.DenyTools, strings.Join(l.deny, f.ToolSep))
	}
}

// rule is what a host does with a tool.
type rule struct{ tool, says string }

// rulesOf are both lists as rules. What is denied comes last: it counts.
func rulesOf(l limits) (all []rule) {
	if len(l.allow) > 0 {
		all = append(all, rule{"*", "deny"})
	}
	for _, t := range l.allow {
		if !slices.Contains(l.deny, t) {
			all = append(all, rule{t, "allow"})
		}
	}
	for _, t := range l.deny {
		all = append(all, rule{t, "deny"})
	}
	return all
}

// rules are both lists in one object.
func (y *yamlHead) rules(key string, l limits) {
	var parts []string
	for _, r := range rulesOf(l) {
		parts = append(parts, scalarInFlow(r.tool)+": "+r.says)
	}
	if len(parts) > 0 {
		y.line(key, "{"+strings.Join(parts, ", ")+"}")
	}
}
