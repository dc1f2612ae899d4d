package render

import (
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/interp"
	"agentconnector/pkg/node"
	"agentconnector/pkg/wire"
)

// needsValues tells what needs the values of variables, and what becomes of it
// without. ac-apply warns if it has come to that.
func (b *builder) needsValues(t *target, surface, what, without string, variables []string) {
	never := ""
	if b.scope == wire.ScopeProject {
		never = ", and never into a file of the project"
	}
	b.info(t, surface, "%s needs the value of %s, which %s does not look up there: it is written only with --resolve-env%s; otherwise %s",
		what, strings.Join(variables, ", "), t.h.Name, never, without)
	b.cell(t, surface).degraded = true
}

// leaveTo puts a value into a field whose references nobody but ac-apply can
// replace, and only if it is asked to.
func (e *entry) leaveTo(o *object, field, part string, how host.Expand, v any) {
	if clashes(how, v) {
		e.lose("%s would take a part of %s for a variable of its own: it is left out", e.t.h.Name, part)
		return
	}
	if e.d.Server.NameKey != "" {
		manual, why := e.inList(part, v)
		e.b.loseManual(e.t, wire.Server, manual, "%s: it is left out", why)
		return
	}
	e.marks = addNew(e.marks, marks(how)...)
	e.b.needsValues(e.t, wire.Server, part, "it is left out", references(raw(v)))
	o.put(field, needing(v))
}

// inList says why a value with references does not come into an entry of a list:
// ac-apply looks up variables for what stands at a key alone.
func (e *entry) inList(part string, v any) (manual, why string) {
	names := strings.Join(references(raw(v)), ", ")
	return "put it with the value of " + names + " into the entry of " + e.b.c.ID + " yourself",
		part + " needs the value of " + names + ", which " + e.t.h.Name + " does not look up there, nor ac-apply in a list"
}

// needAll is leaveTo for a field without which there is no server.
func (e *entry) needAll(field string, how host.Expand, v any) {
	if clashes(how, v) {
		e.refuse("", "%s would take a part of %s for a variable of its own: no server is written", e.t.h.Name, field)
		return
	}
	if e.d.Server.NameKey != "" {
		manual, why := e.inList(field, v)
		e.refuse(manual, "%s: no server is written", why)
		return
	}
	e.marks = addNew(e.marks, marks(how)...)
	e.vital = append(e.vital, field)
	e.b.needsValues(e.t, wire.Server, field, "no server is written", references(raw(v)))
	e.put(field, needing(v))
}

// needing is the node for a value whose strings hold references that the host
// does not expand.
func needing(v any) ready {
	if s, ok := v.(string); ok {
		if one, single := interp.Single(s); single && !one.HasDefault {
			return ready(node.Env(one.Name))
		}
	}
	return ready(node.Expand(raw(v)))
}
