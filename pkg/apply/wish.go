package apply

import (
	"bytes"
	"slices"
	"strings"

	"agentconnector/pkg/interp"
	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/node"
	"agentconnector/pkg/wire"
)

// A wish is a want for one document: its Value is what will be written, in
// words, without what cannot be had.
type wish struct {
	want
	all     wire.Raw          // all that is wanted, in words
	real    wire.Raw          // what is to stand in the file
	secrets map[string]string // pointer → seal of each string in it that holds a secret
	lacks   []ref             // what is left out
	theirs  []string          // strings with a secret that somebody has changed since
	none    bool              // with that left out there is nothing to write
}

// wish fills in a want: with the values of variables if they are asked for,
// else with those that stand in the document already, as our edit e put them
// there, which is no writing. The rest is left out.
func (r *reworker) wish(p want, e *own) wish {
	w := wish{want: p, all: p.Value, real: p.Value}
	if len(p.refs) == 0 {
		return w
	}
	var now wire.Raw
	if e != nil {
		now, _, _ = r.doc.Get(e.At) // unreadable is not there
	}
	w.secrets = map[string]string{}
	real, out := map[string]wire.Raw{}, map[string]bool{}
	for _, n := range p.refs {
		switch {
		case r.env != nil:
			r.asked = true
			for _, l := range n.texts {
				s, _ := interp.Expand(l.text, r.env) // unwritable has looked for missing ones
				real[pointer(l.at)], w.secrets[pointer(l.at)] = quoted(s), sealed(e, pointer(l.at), s)
			}
		case e.has(n, now):
			for _, l := range n.texts {
				v, seal := dig(now, l.at), e.Secrets[pointer(l.at)]
				real[pointer(l.at)], w.secrets[pointer(l.at)] = v, seal
				if s, ok := text(v); !ok || !unseals(seal, s) {
					w.theirs = append(w.theirs, place(slices.Concat(p.At, l.at)))
				}
			}
		default:
			out[pointer(n.at)] = true
			w.lacks = append(w.lacks, n)
			w.none = w.none || n.inArray || len(n.at) == 0 || slices.Contains(p.Needs, n.at[0])
		}
	}
	w.Value = rewritten(p.Value, nil, out)
	w.real = rewritten(p.Value, real, out)
	w.none = w.none || w.real == nil
	return w
}

// rewritten is a value with the parts at some pointers replaced or left out.
func rewritten(v wire.Raw, by map[string]wire.Raw, out map[string]bool) wire.Raw {
	return node.Rewrite(v, func(at []string, v wire.Raw) (wire.Raw, bool) {
		p := pointer(at)
		if out[p] {
			return nil, true
		}
		to, ok := by[p]
		return to, ok
	})
}

// has says whether an edit has written a node, and the document still has
// something there.
func (e *own) has(n ref, now wire.Raw) bool {
	if e == nil {
		return false
	}
	for _, l := range n.texts {
		s, ok := text(dig(e.Value, l.at))
		if e.Secrets[pointer(l.at)] == "" || !ok || s != l.text || dig(now, l.at) == nil {
			return false
		}
	}
	return true
}

// agrees says whether an edit stands for what is wished: the same words, and
// the same of them references.
func (e *own) agrees(w wish) bool {
	if !equal(e.Value, w.Value) || len(e.Secrets) != len(w.secrets) {
		return false
	}
	for p := range w.secrets {
		if e.Secrets[p] == "" {
			return false
		}
	}
	return true
}

// cannot says that a patch is not written, because it would be of no use
// without its variables. What an earlier run has written stays.
func (r *reworker) cannot(w wish, e *own) {
	detail := place(w.At) + " is not written: it needs " + w.missing()
	if e != nil {
		detail = place(w.At) + " is left as it was: it needs " + w.missing()
	}
	r.out(w.Surface, w.Hosts, wire.ActionWarn, detail+", and "+r.unwritten())
	r.outs[len(r.outs)-1].manual = r.remedy() + manual(r.old.Path, w, filledIn)
}

// tell says what was left out of what was written.
func (r *reworker) tell(w wish) {
	for _, n := range w.lacks {
		at := slices.Concat(w.At, n.at)
		r.did(w.Surface, w.Hosts, wire.ActionSkip, "left out, because "+r.unwritten()+":", at)
		words, _ := jsonl.Encode(wire.Raw(dig(w.all, n.at)))
		r.outs[len(r.outs)-1].manual = r.remedy() + "in " + r.old.Path + " set " + place(at) + " to " + string(bytes.TrimSpace(words)) + filledIn
	}
}

const filledIn = " (the values in the place of ${env:…})"

// unwritten is why.
func (r *reworker) unwritten() string {
	if r.shared {
		return "values of variables are never written into a file of a project"
	}
	return "values of variables are written only with --resolve-env"
}

func (r *reworker) remedy() string {
	if r.shared {
		return "if the file is not committed, "
	}
	return "apply with --resolve-env, or "
}

// missing names the variables, as a connector writes them.
func (w wish) missing() string {
	var ns []string
	for _, n := range w.lacks {
		ns = union(ns, n.names())
	}
	for i := range ns {
		ns[i] = "${env:" + ns[i] + "}"
	}
	return strings.Join(ns, ", ")
}
