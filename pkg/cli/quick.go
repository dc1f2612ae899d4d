package cli

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kong builds a model of all flags, and a text for each, before it looks at the
// first argument: that costs more than an empty program. In a pipe the tools
// start with a flag or two and end at once, so the plain command lines are read
// here: long flags, values without quirks, positional arguments.
//
// Everything else is kong's, with all that is to be said about it: Quick says no
// and has changed nothing. Where it says yes, kong would have set the same.

// Quick reads the arguments into flags, if they are plain. It is what Run asks first.
func Quick(args []string, flags any) bool {
	v := reflect.Indirect(reflect.ValueOf(flags))
	fields, ok := options(v, nil)
	if !ok {
		return false
	}
	r := reader{fields: fields, rest: args}
	for len(r.rest) > 0 {
		if !r.next() {
			return false
		}
	}
	for i := range fields {
		fields[i].store()
	}
	return true
}

// option is a flag, or the positional argument.
type option struct {
	to       reflect.Value
	name     string
	fallback string
	enum     string
	xor      string
	arg      bool
	given    bool
	values   []string
}

// tags are what Quick understands of a field.
const tags = " help placeholder short hidden optional name default enum xor arg with without "

// options are the fields of a struct, of those embedded in it too. Not ok: one of
// them needs kong.
func options(v reflect.Value, all []option) ([]option, bool) {
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous && f.Tag == "" && f.Type.Kind() == reflect.Struct {
			var ok bool
			if all, ok = options(v.Field(i), all); !ok {
				return nil, false
			}
			continue
		}
		o := option{to: v.Field(i), name: dashed(f.Name)}
		if !o.read(string(f.Tag)) || o.name == "" || !f.IsExported() {
			return nil, false
		}
		all = append(all, o)
	}
	return all, true
}

// read takes the tag of a field.
func (o *option) read(tag string) bool {
	must := false
	for tag != "" {
		key, value, rest, ok := cutTag(tag)
		if !ok || !strings.Contains(tags, " "+key+" ") {
			return false
		}
		switch tag = rest; key {
		case "name":
			o.name = value
		case "default":
			o.fallback = value
		case "enum":
			o.enum = value
		case "xor":
			o.xor = value
		case "arg":
			o.arg, must = true, true
		case "optional":
			must = false
		}
	}
	return !must && !strings.Contains(o.fallback+o.enum, "$") && (o.fallback == "" || o.to.Kind() == reflect.String)
}

// cutTag takes the first key:"value" off a tag. A value is given only up to its
// first quote; help is the only one that may hold some.
func cutTag(tag string) (key, value, rest string, ok bool) {
	key, rest, ok = strings.Cut(strings.TrimLeft(tag, " "), `:"`)
	for i := 0; ok && i < len(rest); i++ {
		switch {
		case rest[i] == '\\' && key == "help":
			i++
		case rest[i] == '\\':
			return "", "", "", false
		case rest[i] == '"':
			return key, rest[:i], rest[i+1:], true
		}
	}
	return "", "", "", false
}

// dashed is the flag of a field: Host is host, JSON json, ToolsInclude
// tools-include. Empty: kong knows.
func dashed(field string) string {
	if strings.ToUpper(field) == field {
		return strings.ToLower(field)
	}
	var b strings.Builder
	for i, c := range field {
		switch {
		case unicode.IsLower(c):
		case !unicode.IsUpper(c) || i+1 == len(field) || !unicode.IsLower(rune(field[i+1])):
			return ""
		case i > 0:
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// reader goes through the arguments.
type reader struct {
	fields []option
	rest   []string
	xor    []string // groups that have had their flag
}

// next reads one argument, with its value.
func (r *reader) next() bool {
	arg := r.rest[0]
	r.rest = r.rest[1:]
	flag, isFlag := strings.CutPrefix(arg, "--")
	if !isFlag {
		return r.positional(arg)
	}
	name, value, has := strings.Cut(flag, "=")
	i := slices.IndexFunc(r.fields, func(o option) bool { return o.name == name && !o.arg })
	if i < 0 {
		return false
	}
	o := &r.fields[i]
	if o.given {
		return false
	}
	o.given = true
	for group := range strings.SplitSeq(o.xor, ",") {
		if group != "" && slices.Contains(r.xor, group) {
			return false
		}
		r.xor = append(r.xor, group)
	}
	if o.to.Kind() == reflect.Bool { // of ours: those of another type do something by themselves
		return !has && o.to.Type() == reflect.TypeFor[bool]()
	}
	if !has && len(r.rest) > 0 {
		value, r.rest = r.rest[0], r.rest[1:]
	}
	return o.take(value)
}

// positional takes what is no flag, and for a list all that follow it.
func (r *reader) positional(arg string) bool {
	i := slices.IndexFunc(r.fields, func(o option) bool { return o.arg })
	if i < 0 || r.fields[i].given {
		return false
	}
	o := &r.fields[i]
	o.given = true
	for o.take(arg) {
		if o.to.Kind() == reflect.String || len(r.rest) == 0 || strings.HasPrefix(r.rest[0], "-") {
			return true
		}
		arg, r.rest = r.rest[0], r.rest[1:]
	}
	return false
}

// take takes a value.
func (o *option) take(value string) bool {
	if value == "" || value[0] == '-' || !utf8.ValidString(value) || o.enum != "" && !slices.Contains(strings.Split(o.enum, ","), value) {
		return false
	}
	switch o.to.Type() {
	case reflect.TypeFor[string]():
		o.values = []string{value}
	case reflect.TypeFor[[]string]():
		if o.arg {
			o.values = append(o.values, value)
			break
		}
		o.values = strings.Split(value, ",")
		return o.enum == "" && !strings.Contains(value, `\`) && !slices.ContainsFunc(o.values, func(e string) bool { return e == "" || e[0] == '-' })
	default:
		return false
	}
	return true
}

// store sets the field.
func (o *option) store() {
	switch {
	case o.to.Kind() == reflect.Bool:
		o.to.SetBool(o.given)
	case o.to.Kind() == reflect.String && o.given:
		o.to.SetString(o.values[0])
	case o.to.Kind() == reflect.String:
		o.to.SetString(o.fallback)
	case o.given:
		o.to.Set(reflect.ValueOf(o.values))
	default:
		o.to.SetZero()
	}
}
