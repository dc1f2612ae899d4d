package detect

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"agentconnector/pkg/near"
)

// strange is a field that a type of ours does not have.
type strange struct {
	offset int
	at     string // its way, with dots
	found  string
	want   string
}

// stranges finds all fields in a tree that a type does not have: one that is passed
// over is one that its user waits for.
func stranges(v *hujson.Value, t reflect.Type, at string) (all []strange) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch in := v.Value.(type) {
	case *hujson.Array:
		if t.Kind() == reflect.Slice {
			for i := range in.Elements {
				all = append(all, stranges(&in.Elements[i], t.Elem(), fmt.Sprintf("%s[%d]", at, i))...)
			}
		}
	case *hujson.Object:
		if t.Kind() != reflect.Struct {
			return nil // whose type is wrong, or which may have any field
		}
		types, names := fieldsOf(t)
		for i := range in.Members {
			m := &in.Members[i]
			name, _ := m.Name.Value.(hujson.Literal)
			way := strings.TrimPrefix(at+"."+name.String(), ".")
			if f, ok := types[name.String()]; ok {
				all = append(all, stranges(&m.Value, f, way)...)
				continue
			}
			s := strange{m.Name.StartOffset, way, "the unknown field " + strconv.Quote(name.String()), "one of " + strings.Join(names, ", ")}
			if n := near.Word(name.String(), names); n != "" {
				s.want += "; did you mean " + strconv.Quote(n) + "?"
			}
			all = append(all, s)
		}
	}
	return all
}

// fieldsOf are the fields of a struct as JSON has them, in their order.
func fieldsOf(t reflect.Type) (types map[string]reflect.Type, names []string) {
	types = map[string]reflect.Type{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		types[name], names = t.Field(i).Type, append(names, name)
	}
	return types, names
}
