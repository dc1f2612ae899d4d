package jsonc

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"agentconnector/pkg/wire"
)

// compact returns the value in b as strict JSON without white space, comments
// and trailing commas. Strings and numbers keep their spelling where JSON has
// it. For the numbers that JSON does not have at all null stands; then exact
// is false.
func compact(b []byte) (v wire.Raw, exact bool) {
	out, exact := make([]byte, 0, len(b)), true
	for t := (tokens{b: b}); t.next(); {
		ok := true
		out, ok = jsonToken(out, t.tok, t.key())
		exact = exact && ok
	}
	return out, exact
}

// means tells whether the value in b, in the document's dialect, equals a
// compact one.
func means(b, v []byte) bool {
	mine, exact := compact(b)
	return exact && equal(mine, v)
}

// tokens gives the tokens of a valid text one by one, without comments,
// spaces and trailing commas.
type tokens struct {
	b   []byte
	i   int
	tok []byte
}

func (t *tokens) next() bool {
	i := skipSpace(t.b, t.i)
	if i < len(t.b) && t.b[i] == ',' {
		if j := skipSpace(t.b, i+1); t.b[j] == '}' || t.b[j] == ']' {
			i = j
		}
	}
	if i == len(t.b) {
		return false
	}
	t.i = i + 1
	switch t.b[i] {
	case '{', '}', '[', ']', ',', ':':
	default:
		t.i = skipToken(t.b, i)
	}
	t.tok = t.b[i:t.i]
	return true
}

// key says whether the token is a key.
func (t *tokens) key() bool {
	switch t.tok[0] {
	case '{', '}', '[', ']', ',', ':':
		return false
	}
	i := skipSpace(t.b, t.i)
	return i < len(t.b) && t.b[i] == ':'
}

// sameTokens says whether two valid texts say the same, spelling included.
func sameTokens(a, b []byte) bool {
	ta, tb := tokens{b: a, i: afterBOM(a)}, tokens{b: b, i: afterBOM(b)}
	for {
		ma, mb := ta.next(), tb.next()
		if ma != mb || !ma {
			return ma == mb
		}
		if !bytes.Equal(ta.tok, tb.tok) {
			return false
		}
	}
}

// equal compares two compact values as JSON: the order of keys and the
// spelling of strings and numbers make no difference.
func equal(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	va, errA := decode(a)
	vb, errB := decode(b)
	return errA == nil && errB == nil && same(va, vb)
}

func decode(b []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber() // a float64 would make 12345678901234567890 equal to its neighbours
	err = d.Decode(&v)
	return v, err
}

func same(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, same)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, same)
	case json.Number:
		b, ok := b.(json.Number)
		return ok && number(string(a)) == number(string(b))
	}
	return a == b
}

// number brings a number to one spelling, exactly: 1.50e2, 150 and 150.0 are
// all 15e1. An exponent beyond 60 bits stays as it is.
func number(s string) string {
	mant, exp, _ := strings.Cut(strings.ToLower(s), "e")
	e := int64(0)
	if exp != "" {
		var err error
		if e, err = strconv.ParseInt(exp, 10, 60); err != nil {
			return s
		}
	}
	sign := ""
	if mant[0] == '-' {
		sign, mant = "-", mant[1:]
	}
	whole, frac, _ := strings.Cut(mant, ".")
	all := strings.TrimLeft(whole+frac, "0")
	e -= int64(len(frac))
	short := strings.TrimRight(all, "0")
	if short == "" {
		return "0"
	}
	return sign + short + "e" + strconv.FormatInt(e+int64(len(all)-len(short)), 10)
}
