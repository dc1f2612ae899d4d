package connector

import (
	"io/fs"
	"reflect"
	"strconv"
	"strings"

	"agentconnector/pkg/wire"

	"github.com/tailscale/hujson"
)

// node is a value of the tree and where its name stands.
type node struct {
	value *hujson.Value
	name  int // offset of the name, of the value itself in a list
}

// decoder turns the tree into types. It goes on after a misfit, so that all of
// them are reported at once; nodes remembers every value by its path, for the
// rules that are checked later.
type decoder struct {
	*source
	fsys     fs.FS // may be nil
	nodes    map[string]node
	bad      map[string]bool // paths whose value does not fit: no rule looks at them
	typed    map[string]any  // what fits of an override, as a pointer
	problems []Problem
}

// misfit reports a value of the wrong kind.
func (d *decoder) misfit(v *hujson.Value, path, want, hint string) {
	d.bad[path] = true
	d.problems = append(d.problems, d.problem(v.StartOffset, path, describe(v), want, hint))
}

var (
	rawType     = reflect.TypeFor[wire.Raw]()
	textType    = reflect.TypeFor[Text]()
	hooksType   = reflect.TypeFor[HookList]()
	stringsType = reflect.TypeFor[Strings]()
	targetsType = reflect.TypeFor[Targets]()
	confirmType = reflect.TypeFor[*Confirm]()
	anyType     = reflect.TypeFor[map[string]any]()
)

// decode fills dst from v.
func (d *decoder) decode(v *hujson.Value, dst reflect.Value, path string) {
	if o, ok := dst.Addr().Interface().(override); ok {
		d.override(v, o, path)
		return
	}
	kind := v.Value.Kind()
	switch t := dst.Type(); {
	case t == rawType:
		d.remember(v, path)
		dst.SetBytes(compact(v))
	case t == textType:
		d.text(v, dst, path)
	case t == targetsType && kind == '"':
		if s := literal(v); s != "auto" {
			d.misfit(v, path, `"auto" or a list of host ids`, "write ["+strconv.Quote(s)+"]")
		}
	case t == confirmType && (kind == 't' || kind == 'f'):
		if kind == 't' {
			dst.Set(reflect.ValueOf(new(Confirm)))
		}
	case t == hooksType && kind == '{' || t == stringsType && kind == '"':
		one := reflect.New(t.Elem()).Elem()
		d.decode(v, one, path)
		dst.Set(reflect.Append(dst, one))
	case t == anyType && kind == '{':
		d.remember(v, path)
		dst.Set(reflect.ValueOf(plain(v)))
	default:
		d.basic(v, dst, path)
	}
}

// basic decodes what JSON and Go have in common.
func (d *decoder) basic(v *hujson.Value, dst reflect.Value, path string) {
	kind, lit := v.Value.Kind(), literal(v)
	switch t := dst.Type(); {
	case t.Kind() == reflect.Pointer:
		p := reflect.New(t.Elem())
		d.decode(v, p.Elem(), path)
		if !d.bad[path] {
			dst.Set(p)
		}
	case t.Kind() == reflect.String && kind == '"':
		dst.SetString(lit)
	case t.Kind() == reflect.Bool && (kind == 't' || kind == 'f'):
		dst.SetBool(kind == 't')
	case t.Kind() == reflect.Int64 && kind == '0':
		n, err := strconv.ParseInt(lit, 10, 64)
		if err != nil {
			d.misfit(v, path, "a whole number", "")
		}
		dst.SetInt(n)
	case t.Kind() == reflect.Struct && kind == '{':
		d.fields(v.Value.(*hujson.Object), dst, path)
	case t.Kind() == reflect.Map && kind == '{':
		d.entries(v.Value.(*hujson.Object), dst, path)
	case t.Kind() == reflect.Slice && kind == '[':
		for i := range v.Value.(*hujson.Array).Elements {
			el := &v.Value.(*hujson.Array).Elements[i]
			d.nodes[index(path, i)] = node{el, el.StartOffset}
			item := reflect.New(t.Elem()).Elem()
			d.decode(el, item, index(path, i))
			dst.Set(reflect.Append(dst, item))
		}
		if dst.IsNil() {
			dst.Set(reflect.MakeSlice(t, 0, 0)) // an empty list overrides, an absent one does not
		}
	default:
		d.misfit(v, path, wanted(t), remedy(v, t))
	}
}

func literal(v *hujson.Value) string {
	if lit, ok := v.Value.(hujson.Literal); ok {
		return lit.String()
	}
	return ""
}

// each visits the members of an object, reporting a name that comes twice. It
// remembers every member.
func (d *decoder) each(obj *hujson.Object, path string, visit func(key, path string, m *hujson.ObjectMember)) {
	seen := map[string]int{}
	for i := range obj.Members {
		m := &obj.Members[i]
		key := name(m)
		at := member(path, key)
		if first, twice := seen[key]; twice {
			line, _ := d.place(first)
			d.problems = append(d.problems, d.problem(m.Name.StartOffset, at, "the name "+quoted(key)+" a second time",
				"it once", "it first stands in line "+strconv.Itoa(line)))
			continue
		}
		seen[key] = m.Name.StartOffset
		d.nodes[at] = node{&m.Value, m.Name.StartOffset}
		visit(key, at, m)
	}
}

func (d *decoder) fields(obj *hujson.Object, dst reflect.Value, path string) {
	known := map[string]int{}
	var names []string
	for i := range dst.NumField() {
		if tag, _, _ := strings.Cut(dst.Type().Field(i).Tag.Get("json"), ","); tag != "-" && tag != "" {
			known[tag] = i
			names = append(names, tag)
		}
	}
	d.each(obj, path, func(key, at string, m *hujson.ObjectMember) {
		if i, ok := known[key]; ok {
			d.decode(&m.Value, dst.Field(i), at)
			return
		}
		hint := didYouMean(key, names)
		d.problems = append(d.problems, d.problem(m.Name.StartOffset, at, "the unknown field "+quoted(key), "one of "+strings.Join(names, ", "), hint))
	})
}

func (d *decoder) entries(obj *hujson.Object, dst reflect.Value, path string) {
	dst.Set(reflect.MakeMap(dst.Type()))
	d.each(obj, path, func(key, at string, m *hujson.ObjectMember) {
		item := reflect.New(dst.Type().Elem()).Elem()
		d.decode(&m.Value, item, at)
		dst.SetMapIndex(reflect.ValueOf(key), item)
	})
}

// override decodes false, or an object that must fit the overridden type; the
// object is kept as it was written.
func (d *decoder) override(v *hujson.Value, o override, path string) {
	switch v.Value.Kind() {
	case 'f':
		o.keep(nil, true)
	case '{':
		d.typed[path] = o.blank()
		d.decode(v, reflect.ValueOf(d.typed[path]).Elem(), path)
		o.keep(compact(v), false)
	default:
		d.misfit(v, path, "false or an object", "")
	}
}

// remember notes every value below v, and reports names that come twice.
func (d *decoder) remember(v *hujson.Value, path string) {
	switch x := v.Value.(type) {
	case *hujson.Object:
		d.each(x, path, func(_, at string, m *hujson.ObjectMember) { d.remember(&m.Value, at) })
	case *hujson.Array:
		for i := range x.Elements {
			d.nodes[index(path, i)] = node{&x.Elements[i], x.Elements[i].StartOffset}
			d.remember(&x.Elements[i], index(path, i))
		}
	}
}

// wanted names a type in a message.
func wanted(t reflect.Type) string {
	switch {
	case t == hooksType:
		return "a hook {matcher, handler} or a list of them"
	case t == targetsType:
		return `"auto" or a list of host ids`
	case t == stringsType:
		return "a string or a list of strings"
	case t == confirmType || t == confirmType.Elem():
		return "true, false or {title, message}"
	}
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}

// remedy says how the value would be written in the wanted type.
func remedy(v *hujson.Value, t reflect.Type) string {
	lit, isLit := v.Value.(hujson.Literal)
	switch kind := v.Value.Kind(); {
	case kind == 'n':
		return "leave the field out"
	case t.Kind() == reflect.String && isLit && kind != '"':
		return "write " + strconv.Quote(string(lit))
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String && kind == '"':
		return "write [" + cut(string(lit)) + "]"
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct && kind == '{':
		return "put it into [ ]"
	case (t.Kind() == reflect.Bool || t.Kind() == reflect.Int64) && kind == '"':
		return "write it without quotes"
	}
	return ""
}
