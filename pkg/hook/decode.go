package hook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"agentconnector/pkg/wire"
)

// field is a member of an object and where it goes: a *string, *bool, *int64,
// *raw or *[]string, or a function that takes it.
type field struct {
	name string
	to   any
}

// decode reads an object into fields.
func decode(v raw, fields ...field) error {
	o, err := parseObject(v)
	if err != nil {
		return err
	}
	return o.into(fields...)
}

// into gives the members to fields by the rules of encoding/json: keys that are
// unknown are left out, names count in either case, null leaves a field as it
// is, and where one does not fit the others are read all the same.
func (o object) into(fields ...field) (err error) {
	for _, m := range o {
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == m.key || strings.EqualFold(f.name, m.key) })
		if i < 0 {
			continue
		}
		if bad := assign(fields[i].to, m.value); bad != nil && err == nil {
			err = fmt.Errorf("%s: %w", m.key, bad)
		}
	}
	return err
}

func assign(to any, v raw) error {
	if t, ok := to.(*raw); ok {
		*t = v
		return nil
	}
	if isNull(v) {
		return nil
	}
	want, ok := "", false
	switch t := to.(type) {
	case func(raw) error:
		return t(v)
	case *string:
		want = "a string"
		var s string
		if s, ok = text(v); ok {
			*t = s
		}
	case *bool:
		want = "true or false"
		if ok = v[0] == 't' || v[0] == 'f'; ok {
			*t = v[0] == 't'
		}
	case *int64:
		want = "a whole number"
		n, err := strconv.ParseInt(string(v), 10, 64)
		if ok = isNumber(v) && err == nil; ok {
			*t = n
		}
	case *[]string:
		return texts(t, v)
	default:
		panic(fmt.Sprintf("hook: no way to decode into %T", to))
	}
	if !ok {
		return fmt.Errorf("found %s, expected %s", kind(v), want)
	}
	return nil
}

func texts(to *[]string, v raw) error {
	*to = (*to)[:0]
	return each(v, func(e raw) error {
		var s string
		err := assign(&s, e)
		*to = append(*to, s)
		return err
	})
}

// each hands on the elements of an array.
func each(v raw, one func(raw) error) error {
	l, err := decodeList(v)
	for i := 0; i < len(l) && err == nil; i++ {
		if err = one(l[i]); err != nil {
			err = fmt.Errorf("%d: %w", i, err)
		}
	}
	return err
}

// eachMember hands on the members of an object, but null.
func eachMember(v raw, one func(key string, v raw) error) error {
	o, err := parseObject(v)
	for i := 0; i < len(o) && err == nil; i++ {
		if err = one(o[i].key, o[i].value); err != nil {
			err = fmt.Errorf("%s: %w", o[i].key, err)
		}
	}
	return err
}

// decodeHookFile reads hook.json. Of its hooks it decodes those of the given
// events, all if none are given: the file holds the hooks of a whole connector,
// and a call is about one event. A newer one may have other types in the same
// fields: its version is looked at first.
func decodeHookFile(b []byte, events ...string) (*wire.HookFile, error) {
	f := &wire.HookFile{}
	o, err := parseObject(b)
	if err != nil {
		return nil, err
	}
	err = o.into(
		field{"schema", &f.Schema}, field{"connector", &f.Connector}, field{"version", &f.Version},
		field{"telemetry", &f.Telemetry}, field{"hosts", &f.Hosts}, field{"local", &f.Local},
		field{"timeouts", func(v raw) error {
			f.Timeouts = map[string]int64{}
			return eachMember(v, func(event string, v raw) error {
				var ms int64
				err := assign(&ms, v)
				f.Timeouts[event] = ms
				return err
			})
		}},
		field{"hooks", func(v raw) (err error) {
			f.Hooks, err = decodeHooks(v, events)
			return err
		}},
		field{"native", func(v raw) error {
			f.Native = map[string]map[string][]wire.HookDef{}
			return eachMember(v, func(host string, v raw) (err error) {
				f.Native[host], err = decodeHooks(v, events)
				return err
			})
		}},
		field{"statusline", func(v raw) error {
			f.Statusline = &wire.StatuslineDef{}
			d := f.Statusline
			return decode(v, field{"command", &d.Command}, field{"template", &d.Template}, field{"maxLines", &d.MaxLines}, field{"off", &d.Off})
		}},
		field{"actions", func(v raw) error {
			return each(v, func(v raw) error {
				f.Actions = append(f.Actions, wire.ActionDef{})
				a := &f.Actions[len(f.Actions)-1]
				return decode(v, field{"id", &a.ID}, field{"command", &a.Command}, field{"timeoutMs", &a.TimeoutMS}, field{"off", &a.Off})
			})
		}})
	if newer := wire.Check(f.Schema, wire.SchemaHookFile); newer != nil {
		return nil, newer
	}
	return f, err
}

func decodeHooks(v raw, events []string) (map[string][]wire.HookDef, error) {
	hooks := map[string][]wire.HookDef{}
	err := eachMember(v, func(event string, v raw) (err error) {
		if len(events) == 0 || slices.Contains(events, event) {
			hooks[event], err = decodeDefs(v)
		}
		return err
	})
	return hooks, err
}

func decodeDefs(v raw) (defs []wire.HookDef, err error) {
	err = each(v, func(v raw) error {
		defs = append(defs, wire.HookDef{})
		d := &defs[len(defs)-1]
		return decode(v, field{"matcher", &d.Matcher}, field{"hosts", &d.Hosts},
			field{"handler", func(v raw) error { return decodeHandler(&d.Handler, v) }})
	})
	return defs, err
}

func decodeHandler(h *wire.Handler, v raw) error {
	return decode(v, field{"command", &h.Command}, field{"timeoutMs", &h.TimeoutMS},
		field{"onError", &h.OnError}, field{"onTimeout", &h.OnTimeout},
		field{"fallback", func(v raw) error {
			h.Fallback = &wire.Fallback{}
			return decode(v, field{"ask", &h.Fallback.Ask}, field{"modify", &h.Fallback.Modify}, field{"context", &h.Fallback.Context})
		}},
		field{"rules", func(v raw) error {
			return each(v, func(v raw) error {
				h.Rules = append(h.Rules, wire.Rule{})
				r := &h.Rules[len(h.Rules)-1]
				return decode(v, field{"if", &r.If}, field{"decision", &r.Decision}, field{"reason", &r.Reason},
					field{"updatedInput", &r.UpdatedInput}, field{"updatedOutput", &r.UpdatedOutput},
					field{"additionalContext", &r.AdditionalContext})
			})
		}})
}

// decodeReply reads a handler's reply.
func decodeReply(b []byte) (r wire.HandlerReply, err error) {
	err = decode(b, field{"decision", &r.Decision}, field{"reason", &r.Reason},
		field{"updatedInput", &r.UpdatedInput}, field{"updatedOutput", &r.UpdatedOutput},
		field{"additionalContext", &r.AdditionalContext}, field{"grant", &r.Grant})
	return r, err
}
