package render

import (
	"path"
	"slices"
	"strings"
)

// filter writes the lists of tools. Most hosts' lists hold names alone: then a
// glob among those to include makes the list open, one among those to exclude is
// dropped.
func (e *entry) filter() {
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
