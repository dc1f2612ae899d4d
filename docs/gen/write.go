package main

import (
	"bytes"
	"fmt"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

var surfaces = []string{wire.Server, wire.Hooks, wire.NativeHooks, wire.Memory, wire.Commands, wire.Skills, wire.Subagents, wire.Statusline, wire.Actions, wire.ConfigPatch}

// record is what ac-detect says of the host on a machine in a model.
func record(h *host.Host) wire.Host {
	e := host.Env{OS: "linux", Home: "~", Project: ".", Getenv: func(string) string { return "" }}
	return h.Record(e, func(string) bool { return false })
}

// matrix is the table of hosts and surfaces.
func matrix(b *bytes.Buffer) {
	fmt.Fprintf(b, "| host | %s |\n|---|%s\n", strings.Join(surfaces, " | "), strings.Repeat("---|", len(surfaces)))
	for _, h := range host.All {
		r := record(h)
		cells := []string{fmt.Sprintf("[%s](#%s)", h.Name, anchor(h))}
		for _, s := range surfaces {
			cells = append(cells, marks(r, s))
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
	}
	b.WriteString("\n")
}

// packages is the table of the plugins that hosts take.
func packages(b *bytes.Buffer) {
	b.WriteString("| host | `ac-render --package` | carries | `ac install --method plugin` | taken by |\n|---|---|---|---|---|\n")
	for _, h := range host.All {
		p := &h.Plugin
		if p.Format == "" {
			continue
		}
		way := "no: into its own files"
		switch {
		case len(p.Install) > 0:
			way = "`" + strings.Join(p.Install[0].Do, " ") + "` …"
		case len(p.Listed) > 0:
			way = "in the list `" + strings.Join(p.Listed, ".") + "` of its settings"
		}
		fmt.Fprintf(b, "| [%s](#%s) | %s | %s | %s | %s |\n", h.Name, anchor(h), p.Format, strings.Join(carried(p), ", "), way, escape(p.Proof))
	}
	b.WriteString("\n")
}

func carried(p *host.Plugin) (list []string) {
	for _, s := range []struct {
		surface string
		is      bool
	}{{wire.Server, p.Server != ""}, {wire.Hooks, p.Hooks != "" && !p.HooksStaged}, {wire.Memory, p.Memory != ""},
		{wire.Commands, p.Commands != "" || len(p.CommandsIn.Root) > 0}, {wire.Skills, p.Skills != ""}, {wire.Subagents, p.Subagents != "" || len(p.SubagentsIn.Root) > 0}} {
		if s.is {
			list = append(list, s.surface)
		}
	}
	if p.HooksStaged {
		list = append(list, "hooks where ac installs it")
	}
	return list
}

// anchor is the link to the host's heading as renderers of Markdown make it.
func anchor(h *host.Host) string { return h.ID }

func marks(r wire.Host, surface string) string {
	var in []string
	for _, s := range []string{wire.ScopeUser, wire.ScopeProject, "local"} {
		if p, ok := r.Scopes[s][surface]; ok && p.Path != "" {
			in = append(in, s[:1])
		}
	}
	return strings.Join(in, " ")
}

func write(b *bytes.Buffer, h *host.Host, src *source) {
	fmt.Fprintf(b, "## %s\n\n%s (`%s`, %s). Documentation: <%s>.\n\n%s\n\n", h.ID, h.Name, h.ID, h.Visibility, h.Docs, escape(src.head))
	r := record(h)
	fmt.Fprintf(b, "| surface | scope | place | format |\n|---|---|---|---|\n")
	for _, s := range surfaces {
		if s == wire.NativeHooks {
			continue // they stand where hooks do
		}
		for _, scope := range []string{wire.ScopeUser, wire.ScopeProject, "local"} {
			if p, ok := r.Scopes[scope][s]; ok && p.Path != "" {
				fmt.Fprintf(b, "| %s | %s | `%s` | %s |\n", s, scope, strings.TrimPrefix(p.Path, "./"), strings.TrimSpace(p.Format+" "+p.Variant))
			}
		}
	}
	b.WriteString("\n")
	if len(h.Hooks.Events) > 0 {
		hooks(b, h, src)
	}
	settings(b, h)
	above(b, h)
	for _, g := range h.Gaps {
		fmt.Fprintf(b, "- %s\n", escape(g))
	}
	if len(h.Gaps) > 0 {
		b.WriteString("\n")
	}
}

// settings are the keys that a connector may set (configPatch), or may not.
func settings(b *bytes.Buffer, h *host.Host) {
	list := func(what string, keys []string) {
		if len(keys) > 0 {
			fmt.Fprintf(b, "%s: `%s`.\n\n", what, strings.Join(keys, "`, `"))
		}
	}
	if len(h.Config.Allowed) > 0 {
		list("Settings that a connector may set, with what is below them", h.Config.Allowed)
		list("But not", h.Config.Denied)
		return
	}
	list("Settings that no connector sets, with what is below them", h.Config.Denied)
}

// above are the files that ac-detect looks for and tells of.
func above(b *bytes.Buffer, h *host.Host) {
	if len(h.Above) == 0 {
		return
	}
	b.WriteString("| told of, never written | of | what it does |\n|---|---|---|\n")
	for _, a := range h.Above {
		e := host.Env{OS: "linux", Home: "~", Project: ".", Getenv: func(string) string { return "" }}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", strings.TrimPrefix(a.At.Resolve(e), "./"), a.Scope, escape(a.Why))
	}
	b.WriteString("\n")
}

// hooks is the table of events.
func hooks(b *bytes.Buffer, h *host.Host, src *source) {
	b.WriteString("| event | of the host | obeys | known from | source |\n|---|---|---|---|---|\n")
	for i := range h.Hooks.Events {
		e := &h.Hooks.Events[i]
		canonical := e.Canonical
		if canonical == "" {
			canonical = "its own"
		} else if e.ParseOnly {
			canonical += " (not installed)"
		}
		var obeys []string
		for _, d := range decisions {
			if e.Can(d) {
				obeys = append(obeys, d)
			}
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", canonical, e.Native, strings.Join(obeys, ", "), src.seen.claims(e), escape(src.events[e.Native]))
	}
	b.WriteString("\n")
}

// escape keeps text from being taken for a table's or Markdown's own.
func escape(s string) string {
	return strings.NewReplacer("|", "\\|", "<", "&lt;", "*", "\\*").Replace(s)
}
