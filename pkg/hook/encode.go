package hook

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"agentconnector/pkg/scan"
	"agentconnector/pkg/wire"
)

// encode writes a value as encoding/json does without HTML escaping. A type
// that it does not know is a bug of ours.
func encode(v any) raw {
	switch v := v.(type) {
	case *wire.HandlerEvent:
		fields := eventFields(v)
		return appendFields(make([]byte, 0, 1<<10+2*len(v.Raw)), fields[:]...)
	case *wire.Event:
		return appendFields(make([]byte, 0, 1<<10), recordFields(v)...)
	case *wire.StatuslineContext:
		return appendFields(nil, statusFields(v)...)
	case *wire.ActionCall:
		return appendFields(nil, actionFields(v)...)
	case object:
		return appendObject(nil, v)
	case string:
		return appendString(nil, v)
	}
	panic(fmt.Sprintf("hook: no way to encode %T", v))
}

// appendFields writes an object. A name that ends in ? is left out where there
// is nothing to say.
func appendFields(out []byte, fields ...field) []byte {
	out = append(out, '{')
	for _, f := range fields {
		name, optional := strings.CutSuffix(f.name, "?")
		if optional && f.empty() {
			continue
		}
		if out[len(out)-1] != '{' {
			out = append(out, ',')
		}
		out = append(append(append(out, '"'), name...), '"', ':')
		out = f.append(out)
	}
	return append(out, '}')
}

func (f field) empty() bool {
	switch t := f.to.(type) {
	case *string:
		return *t == ""
	case *bool:
		return !*t
	case *int64:
		return *t == 0
	case *float64:
		return *t == 0
	case *raw:
		return len(*t) == 0
	case *[]string:
		return len(*t) == 0
	case **wire.EventMeta:
		return *t == nil
	case **int64:
		return *t == nil
	case **float64:
		return *t == nil
	case **wire.StatusModel:
		return *t == nil
	case **wire.StatusContext:
		return *t == nil
	}
	return false
}

func (f field) append(out []byte) []byte {
	switch t := f.to.(type) {
	case *string:
		return appendString(out, *t)
	case *bool:
		return strconv.AppendBool(out, *t)
	case *int64:
		return strconv.AppendInt(out, *t, 10)
	case *float64:
		return appendFloat(out, *t)
	case *raw:
		if len(*t) == 0 {
			return append(out, "null"...)
		}
		return appendCompact(out, *t)
	case *[]string:
		return appendStrings(out, *t)
	case **wire.EventMeta:
		fields := metaFields(*t)
		return appendFields(out, fields[:]...)
	case **int64:
		return strconv.AppendInt(out, **t, 10)
	case **float64:
		return appendFloat(out, **t)
	case **wire.StatusModel:
		return appendFields(out, field{"id?", &(*t).ID}, field{"displayName?", &(*t).DisplayName})
	case **wire.StatusContext:
		return appendFields(out, field{"usedTokens?", &(*t).UsedTokens}, field{"maxTokens?", &(*t).MaxTokens}, field{"percent?", &(*t).Percent})
	}
	panic(fmt.Sprintf("hook: no way to encode %T", f.to))
}

func appendStrings(out []byte, list []string) []byte {
	out = append(out, '[')
	for i, s := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendString(out, s)
	}
	return append(out, ']')
}

// appendFloat writes a number without an exponent where JavaScript does so.
func appendFloat(out []byte, f float64) []byte {
	if a := math.Abs(f); a == 0 || 1e-6 <= a && a < 1e21 {
		return strconv.AppendFloat(out, f, 'f', -1, 64)
	}
	out = strconv.AppendFloat(out, f, 'e', -1, 64)
	if n := len(out); n >= 4 && string(out[n-4:n-1]) == "e-0" {
		out = append(out[:n-2], out[n-1])
	}
	return out
}

// appendObject writes an object with its keys in order.
func appendObject(out []byte, o object) []byte {
	out = append(out, '{')
	for i, m := range o.sorted() {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendString(out, m.key), ':')
		out = appendCompact(out, m.value)
	}
	return append(out, '}')
}

// appendCompact writes a value without white space between its parts, so that it
// is one line.
func appendCompact(out []byte, v raw) []byte {
	for len(v) > 0 {
		n := 0
		for n < len(v) && v[n] > ' ' && v[n] != '"' {
			n++
		}
		out, v = append(out, v[:n]...), v[n:]
		switch {
		case len(v) == 0:
		case v[0] == '"':
			n := scan.String(v) // known to be one
			out, v = append(out, v[:n]...), v[n:]
		default:
			v = v[1:]
		}
	}
	return out
}
