package apply

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/interp"
	"agentconnector/pkg/node"
	"agentconnector/pkg/wire"
)

// The value of a variable is a secret. It is never written unless that was
// asked for, then only into a file that nobody else may read (mode.go), never
// into one of a project, and of all that we write down ourselves only the
// backups have it (conceal.go). So a patch has its value twice: in words, where
// each node is the reference that it stands for, and real.

// A want is a patch whose nodes have been read: its Value is in words.
type want struct {
	wire.Patch
	refs []ref
}

// ref is a node: the part of a value that needs variables.
type ref struct {
	at      []string
	inArray bool
	texts   []leaf
}

// leaf is one string with references.
type leaf struct {
	at   []string
	text string
}

// wanted reads the nodes of a patch.
func wanted(p wire.Patch) (want, error) {
	w := want{Patch: p}
	if p.Op != wire.OpSet && p.Op != wire.OpUpsert {
		return w, nil
	}
	words, nodes := node.Read(p.Value)
	w.Value = words
	for _, n := range nodes {
		r := ref{at: n.At, inArray: n.InArray}
		fail := func(format string, args ...any) (want, error) {
			return w, fmt.Errorf("the plan has in the value for %s of %s %s", place(slices.Concat(p.At, n.At)), p.Path, fmt.Sprintf(format, args...))
		}
		if p.Op != wire.OpSet || p.If == wire.IfAny {
			return fail("a variable, which can stand only in a value that is set where nothing was")
		}
		var bad error
		eachText(n.At, n.Value, func(at []string, text string) {
			bad = errors.Join(bad, interp.Check(text))
			if interp.HasRef(text) {
				r.texts = append(r.texts, leaf{at, text})
			}
		})
		if bad != nil {
			return fail("no reference to a variable: %v", bad)
		}
		if len(r.texts) > 0 {
			w.refs = append(w.refs, r)
		}
	}
	return w, nil
}

// eachText goes through the strings of a value.
func eachText(at []string, v wire.Raw, f func(at []string, text string)) {
	node.Rewrite(v, func(in []string, v wire.Raw) (wire.Raw, bool) {
		if s, ok := text(v); ok {
			f(slices.Concat(at, in), s)
		}
		return nil, false
	})
}

// names are the variables that a node needs.
func (r ref) names() (ns []string) {
	for _, l := range r.texts {
		ns = union(ns, interp.Names(l.text))
	}
	return ns
}

// unwritable is what keeps the variables that a run was asked to write from
// being written: one has no value, or one that the host would misread.
func unwritable(ts []target) error {
	var errs []error
	seen := map[string]bool{}
	for _, t := range ts {
		for _, w := range t.task.want {
			for _, r := range w.refs {
				for _, name := range r.names() {
					why := r.bad(name, w.Refuse, t.task.env)
					if t.task.env == nil || why == "" || seen[name+why] {
						continue
					}
					seen[name+why] = true
					errs = append(errs, fmt.Errorf("the environment variable %s %s: %s in %s needs it", name, why, place(slices.Concat(w.At, r.at)), t.path))
				}
			}
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return fmt.Errorf("%w\nhint: nothing was written; set what is missing, or apply without --resolve-env", errors.Join(errs...))
}

// bad is what is wrong with the value of a variable.
func (r ref) bad(name string, refuse []string, env func(string) (string, bool)) string {
	if env == nil {
		return ""
	}
	v, set := env(name)
	for _, mark := range refuse {
		if strings.Contains(v, mark) {
			return fmt.Sprintf("holds %q, which the host would not take for text", mark)
		}
	}
	for _, l := range r.texts {
		for _, p := range interp.Parse(l.text) {
			if !set && p.Name == name && !p.HasDefault {
				return "is not set"
			}
		}
	}
	return ""
}

// env is where the variables of a file come from: from nowhere, unless it was
// asked for and the file is not one that a project shares.
func (o Options) env(path, real, project string) func(string) (string, bool) {
	if !o.ResolveEnv || inProject(path, real, project) {
		return nil
	}
	return func(name string) (string, bool) {
		v := o.Getenv(name)
		return v, v != ""
	}
}

// inProject says whether a file lies in a project, by either of its names.
func inProject(path, real, project string) bool {
	if project == "" {
		return false
	}
	roots := []string{filepath.Clean(project)}
	if r, err := resolve(project); err == nil {
		roots = append(roots, r)
	}
	for _, root := range roots {
		for _, p := range []string{path, real} {
			if rel, err := filepath.Rel(root, p); err == nil && filepath.IsLocal(rel) {
				return true
			}
		}
	}
	return false
}
