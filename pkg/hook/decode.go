package hook

import (
	"fmt"
	"strconv"
	"strings"

	"agentconnector/pkg/wire"
)

// field is a member of an object by its name, and a pointer to where it goes.
type field struct {
	name string
	to   any
}

// decode reads an object into fields by the rules of encoding/json: keys that
// are unknown are left out, names count in either case, null leaves a field as
// it is, and where one does not fit the others are read all the same. syntax:
// it is no object, and what the fields hold means nothing.
func decode(v raw, fields ...field) (syntax, misfit error) {
	syntax = eachMember(v, func(key string, v raw) {
		for _, f := range fields {
			if f.name != key && !strings.EqualFold(f.name, key) {
				continue
			}
			if err := assign(f.to, v); err != nil && misfit == nil {
				misfit = fmt.Errorf("%s: %w", key, err)
			}
			return
		}
	})
	return syntax, misfit
}

// readFields is decode for what is a part of a text that has been read.
func readFields(v raw, fields ...field) error {
	syntax, misfit := decode(v, fields...)
	if syntax != nil {
		return syntax
	}
	return misfit
}

// list adds elements to a list, each read by one.
func list[E any](to *[]E, v raw, one func(*E, raw) error) (err error) {
	i := 0
	if *to = (*to)[:0]; cap(*to) == 0 && isArray(v) {
		*to = make([]E, 0, 4)
	}
	syntax := eachElement(v, func(v raw) {
		*to = append(*to, *new(E))
		if !isNull(v) {
			if bad := one(&(*to)[i], v); bad != nil && err == nil {
				err = fmt.Errorf("%d: %w", i, bad)
			}
		}
		i++
	})
	if syntax != nil {
		return syntax
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
	switch t := to.(type) {
	case *string:
		return readText(t, v)
	case *bool:
		if v[0] == 't' || v[0] == 'f' {
			*t = v[0] == 't'
			return nil
		}
		return misfit(v, "true or false")
	case *int64:
		n, err := strconv.ParseInt(string(v), 10, 64)
		if !isNumber(v) || err != nil {
			return misfit(v, "a whole number")
		}
		*t = n
	case *[]string:
		return list(t, v, func(s *string, v raw) error { return assign(s, v) })
	case *map[string]int64:
		return readTimes(t, v)
	case *wire.Handler:
		return readHandler(t, v)
	case **wire.Fallback:
		*t = &wire.Fallback{}
		return readFields(v, field{"ask", &(*t).Ask}, field{"modify", &(*t).Modify}, field{"context", &(*t).Context})
	case *[]wire.Rule:
		return list(t, v, readRule)
	case **wire.StatuslineDef:
		*t = &wire.StatuslineDef{}
		return readFields(v, field{"command", &(*t).Command}, field{"template", &(*t).Template}, field{"maxLines", &(*t).MaxLines}, field{"off", &(*t).Off})
	case *[]wire.ActionDef:
		return list(t, v, func(a *wire.ActionDef, v raw) error {
			return readFields(v, field{"id", &a.ID}, field{"command", &a.Command}, field{"timeoutMs", &a.TimeoutMS}, field{"off", &a.Off})
		})
	case *common:
		return (*definition)(t).read("", v)
	case *native:
		return t.read(v)
	default:
		panic(fmt.Sprintf("hook: no way to decode into %T", to))
	}
	return nil
}

func misfit(v raw, want string) error {
	return fmt.Errorf("found %s, expected %s", kind(v), want)
}

func readText(to *string, v raw) error {
	s, ok := text(v)
	if !ok {
		return misfit(v, "a string")
	}
	*to = s
	return nil
}

func readTimes(to *map[string]int64, v raw) (err error) {
	*to = map[string]int64{}
	syntax := eachMember(v, func(key string, v raw) {
		var ms int64
		if bad := assign(&ms, v); bad != nil && err == nil {
			err = fmt.Errorf("%s: %w", key, bad)
		}
		(*to)[key] = ms
	})
	if syntax != nil {
		return syntax
	}
	return err
}

// decodeReply reads a handler's reply.
func decodeReply(b []byte) (r wire.HandlerReply, err error) {
	err = readFields(b, field{"decision", &r.Decision}, field{"reason", &r.Reason},
		field{"updatedInput", &r.UpdatedInput}, field{"updatedOutput", &r.UpdatedOutput},
		field{"additionalContext", &r.AdditionalContext}, field{"grant", &r.Grant})
	return r, err
}
