package hook

import (
	"fmt"
	"slices"

	"agentconnector/pkg/wire"
)

// definition is hook.json as it was read. Its hooks are not in the maps of the
// record: a call is about one event, and two maps cost more than reading it.
type definition struct {
	wire.HookFile
	hooks  []onEvent
	wanted []string // the events whose hooks are read, all if there are none

	// Room for what a call about one event needs, in one piece of memory.
	few   [2]onEvent
	defs  [2]wire.HookDef
	names [2]string
}

// onEvent are the hooks of one event, for all hosts or on one host's own.
type onEvent struct {
	host, event string
	defs        []wire.HookDef
}

// on gives the hooks of an event, of a host's own if one is named.
func (f *definition) on(host, event string) []wire.HookDef {
	for i := len(f.hooks) - 1; i >= 0; i-- {
		if h := &f.hooks[i]; h.event == event && h.host == host {
			return h.defs
		}
	}
	return nil
}

// decodeHookFile reads hook.json. Of its hooks it decodes those of the given
// events, all if none are given: the file holds the hooks of a whole connector.
// A newer one may have other types in the same fields: its version is looked at
// first.
func decodeHookFile(b []byte, events ...string) (*definition, error) {
	f := &definition{}
	f.hooks, f.wanted = f.few[:0], append(f.names[:0], events...)
	syntax, misfit := decode(b,
		field{"schema", &f.Schema}, field{"connector", &f.Connector}, field{"version", &f.Version},
		field{"telemetry", &f.Telemetry}, field{"off", &f.Off}, field{"observe", &f.Observe}, field{"withhold", &f.Withhold}, field{"hosts", &f.Hosts}, field{"timeouts", &f.Timeouts},
		field{"hooks", (*common)(f)}, field{"native", (*native)(f)},
		field{"statusline", &f.Statusline}, field{"actions", &f.Actions})
	if syntax != nil {
		return nil, syntax
	}
	if newer := wire.Check(f.Schema, wire.SchemaHookFile); newer != nil {
		return nil, newer
	}
	return f, misfit
}

// common and native are where hooks go.
type (
	common definition
	native definition
)

func (n *native) read(v raw) (err error) {
	syntax := eachMember(v, func(host string, v raw) {
		if bad := (*definition)(n).read(host, v); bad != nil && err == nil {
			err = fmt.Errorf("%s: %w", host, bad)
		}
	})
	if syntax != nil {
		return syntax
	}
	return err
}

// read takes the hooks of the events that are wanted.
func (f *definition) read(host string, v raw) (err error) {
	if isNull(v) {
		return nil
	}
	syntax := eachMember(v, func(event string, v raw) {
		if len(f.wanted) > 0 && !slices.Contains(f.wanted, event) {
			return
		}
		h := onEvent{host: host, event: event}
		if len(f.hooks) == 0 && !isNull(v) {
			h.defs = f.defs[:0]
		}
		if bad := list(&h.defs, v, readDef); bad != nil && err == nil {
			err = fmt.Errorf("%s: %w", event, bad)
		}
		f.hooks = append(f.hooks, h)
	})
	if syntax != nil {
		return syntax
	}
	return err
}

func readDef(d *wire.HookDef, v raw) error {
	return readFields(v, field{"matcher", &d.Matcher}, field{"hosts", &d.Hosts}, field{"handler", &d.Handler})
}

func readHandler(h *wire.Handler, v raw) error {
	return readFields(v, field{"command", &h.Command}, field{"timeoutMs", &h.TimeoutMS},
		field{"onError", &h.OnError}, field{"onTimeout", &h.OnTimeout},
		field{"fallback", &h.Fallback}, field{"rules", &h.Rules})
}

func readRule(r *wire.Rule, v raw) error {
	return readFields(v, field{"if", &r.If}, field{"decision", &r.Decision}, field{"reason", &r.Reason},
		field{"updatedInput", &r.UpdatedInput}, field{"updatedOutput", &r.UpdatedOutput},
		field{"additionalContext", &r.AdditionalContext})
}
