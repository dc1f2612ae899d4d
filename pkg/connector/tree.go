package connector

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"agentconnector/pkg/lazy"
	"agentconnector/pkg/wire"
)

// shown is how much of a string a message repeats.
const shown = 60

// cut shortens a text for a message.
func cut(s string) string {
	if utf8.RuneCountInString(s) <= shown {
		return s
	}
	return string([]rune(s)[:shown]) + "…"
}

// describe names a value in a message.
func describe(v *hujson.Value) string {
	lit, ok := v.Value.(hujson.Literal)
	switch {
	case v.Value.Kind() == '{':
		return "an object"
	case v.Value.Kind() == '[':
		return "a list"
	case !ok:
		return "nothing"
	case lit.Kind() == '"':
		return quoted(lit.String())
	case lit.Kind() == '0':
		return "the number " + cut(string(lit))
	}
	return string(lit)
}

func quoted(s string) string { return fmt.Sprintf("%q", cut(s)) }

var plainKey = lazy.Regexp(`^[A-Za-z_$][A-Za-z0-9_$-]*$`)

// member gives the JSON path of a key inside an object.
func member(path, key string) string {
	switch {
	case !plainKey().MatchString(key):
		return path + "[" + strconv.Quote(key) + "]" // whole: a path must name one value
	case path == "":
		return key
	}
	return path + "." + key
}

func index(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

// compact gives a value as JSON without blanks and comments; the order of keys
// and the spelling of numbers stay.
func compact(v *hujson.Value) wire.Raw {
	c := v.Clone()
	c.Minimize()
	return wire.Raw(strings.TrimSpace(string(c.Pack())))
}

// plain turns a value into what encoding/json would, with numbers as
// json.Number, so that no digit is lost. Of a name that comes twice (an error
// that was reported) the first counts, as in remember.
func plain(v *hujson.Value) any {
	switch x := v.Value.(type) {
	case *hujson.Object:
		m := make(map[string]any, len(x.Members))
		for i := range x.Members {
			if key := name(&x.Members[i]); !has(m, key) {
				m[key] = plain(&x.Members[i].Value)
			}
		}
		return m
	case *hujson.Array:
		l := make([]any, len(x.Elements))
		for i := range x.Elements {
			l[i] = plain(&x.Elements[i])
		}
		return l
	case hujson.Literal:
		switch x.Kind() {
		case '"':
			return x.String()
		case '0':
			return json.Number(x)
		case 't', 'f':
			return x.Bool()
		}
	}
	return nil
}

func has(m map[string]any, key string) bool { _, ok := m[key]; return ok }

func name(m *hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }
