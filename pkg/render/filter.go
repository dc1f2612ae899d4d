package render

import (
	"path"
	"slices"
	"strings"
)

// filter writes the lists of tools. Most hosts' lists hold names alone: then a
// glob among those to include makes the list open, one among those to exclude is
// dropped. Whatever a host's lists cannot say ac-proxy does, where it runs.
func (e *entry) filter() {
	if e.gated {
		return
	}
	in, inGlobs := e.literals(e.s.Tools.Include)
	out, outGlobs := e.literals(e.s.Tools.Exclude)
	h := e.t.h
	var lists object
	if e.f.Deny == "" {
		out, outGlobs = nil, e.s.Tools.Exclude
	}
	switch {
	case len(in)+len(inGlobs) == 0 || slices.Contains(e.s.Tools.Include, "*"):
	case e.f.Allow == "" || len(inGlobs) > 0:
		e.lose("%s cannot limit the server's tools to %s: all are offered", h.Name, strings.Join(e.s.Tools.Include, ", "))
	case e.d.Server.AllowWins || e.f.Deny == "":
		in, outGlobs = without(in, e.s.Tools.Exclude)
		lists.put(e.f.Allow, in)
		out = nil
	default:
		lists.put(e.f.Allow, in)
	}
	if len(out) > 0 {
		lists.put(e.f.Deny, out)
	}
	if len(outGlobs) > 0 {
		e.lose("%s cannot leave out the server's tools %s: they are offered", h.Name, strings.Join(outGlobs, ", "))
	}
	switch {
	case len(lists) == 0:
	case e.f.ToolsIn != "":
		e.put(e.f.ToolsIn, lists)
	default:
		e.object = append(e.object, lists...)
	}
}

// listable says whether the host's own lists can say all of the connector's.
func (e *entry) listable() bool {
	in, inGlobs := e.literals(e.s.Tools.Include)
	_, outGlobs := e.literals(e.s.Tools.Exclude)
	limits := len(in)+len(inGlobs) > 0 && !slices.Contains(e.s.Tools.Include, "*")
	switch {
	case limits && (e.f.Allow == "" || len(inGlobs) > 0):
		return false
	case limits && (e.d.Server.AllowWins || e.f.Deny == ""):
		_, open := without(in, e.s.Tools.Exclude)
		return len(open) == 0
	case e.f.Deny == "":
		return len(e.s.Tools.Exclude) == 0
	}
	return len(outGlobs) == 0
}

// gate has ac-proxy leave out what the host's lists cannot, if it is able to get
// the globs through the host.
func (e *entry) gate() (args []string) {
	if e.listable() {
		return nil
	}
	for _, l := range []struct {
		flag  string
		globs []string
	}{{"--tools-include", e.s.Tools.Include}, {"--tools-exclude", e.s.Tools.Exclude}} {
		for _, g := range l.globs {
			if e.f.Line == "" && misread(outside(e.d), g) {
				return nil
			}
			args = append(args, l.flag, g)
		}
	}
	e.gated = true
	return args
}

// without takes from names those that one of the patterns names, and gives back
// the patterns that may still name something behind a glob.
func without(names, patterns []string) (left, open []string) {
	left = slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { ok, _ := path.Match(p, n); return ok })
	})
	if slices.ContainsFunc(left, isGlob) {
		open = patterns
	}
	return left, open
}

// literals sorts what a host's list can hold from what it cannot.
func (e *entry) literals(list []string) (names, globs []string) {
	for _, s := range list {
		if isGlob(s) && !e.f.ToolGlobs {
			globs = append(globs, s)
		} else {
			names = append(names, s)
		}
	}
	return names, globs
}

func isGlob(s string) bool { return strings.ContainsAny(s, "*?[") }
