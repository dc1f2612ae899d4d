package cli

import (
	"reflect"
	"strings"
)

// A flag that says nothing where it stands was meant for something: a run that
// passes over it does what nobody asked for. So a field says what its flag goes
// with:
//
//	with:"undo,url"        at least one of these flags must be given, too
//	without:"list,verify"  none of them may

// together checks the flags that were given against each other.
func together(flags any) error {
	given, all := map[string]bool{}, []field{}
	collect(reflect.Indirect(reflect.ValueOf(flags)), func(f field) {
		given[f.name] = f.given
		all = append(all, f)
	})
	for _, f := range all {
		if !f.given {
			continue
		}
		if with := f.tag.Get("with"); with != "" && !anyOf(given, with) {
			return Usagef("--%s does nothing without --%s\nhint: add it, or leave --%s out", f.name, strings.ReplaceAll(with, ",", " or --"), f.name)
		}
		for other := range strings.SplitSeq(f.tag.Get("without"), ",") {
			if given[other] {
				return Usagef("--%s and --%s can't be used together", f.name, other)
			}
		}
	}
	return nil
}

func anyOf(given map[string]bool, names string) bool {
	for n := range strings.SplitSeq(names, ",") {
		if given[n] {
			return true
		}
	}
	return false
}

// field is a flag as the struct declares it.
type field struct {
	name  string
	tag   reflect.StructTag
	given bool // its value is not the one that it has by default
}

// collect goes through the fields of a struct, of those embedded in it too.
func collect(v reflect.Value, tell func(field)) {
	t := v.Type()
	for i := range t.NumField() {
		f, value := t.Field(i), v.Field(i)
		if f.Anonymous && f.Tag == "" && f.Type.Kind() == reflect.Struct {
			collect(value, tell)
			continue
		}
		name := f.Tag.Get("name")
		if name == "" {
			name = dashed(f.Name)
		}
		byDefault := value.Kind() == reflect.String && value.String() == f.Tag.Get("default")
		tell(field{name: name, tag: f.Tag, given: !value.IsZero() && !byDefault})
	}
}
