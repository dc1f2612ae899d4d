package hook

import (
	"slices"
	"strconv"
	"strings"
)

// value is one JSON value as rules see it: a text, or anything else as it is
// spelled; the zero value is nothing. Null counts as nothing.
type value struct {
	raw    raw
	text   string
	isText bool
}

func (v value) there() bool { return v.isText || len(v.raw) > 0 }

// valueOf is a value that is spelled so.
func valueOf(v raw) value {
	if s, ok := text(v); ok {
		return value{text: s, isText: true}
	}
	if isNull(v) {
		return value{}
	}
	return value{raw: v}
}

// value is what a field of an event holds.
func (f field) value() value {
	switch t := f.to.(type) {
	case *string:
		return value{text: strings.ToValidUTF8(*t, "\uFFFD"), isText: true}
	case *raw:
		return valueOf(*t)
	}
	return value{raw: f.append(nil)}
}

// at is a member of an object or an element of an array, nothing if there is
// none.
func (v value) at(key string) value {
	switch {
	case len(v.raw) == 0:
	case v.raw[0] == '{':
		if o, err := parseObject(v.raw); err == nil {
			m, _ := o.get(key)
			return valueOf(m)
		}
	case v.raw[0] == '[':
		l, err := decodeList(v.raw)
		if i, bad := strconv.Atoi(key); err == nil && bad == nil && i >= 0 && i < len(l) {
			return valueOf(l[i])
		}
	}
	return value{}
}

// words is the value as text: a string, or a number or boolean as spelled.
func (v value) words() (string, bool) {
	if v.isText {
		return v.text, true
	}
	if len(v.raw) == 0 || v.raw[0] == '{' || v.raw[0] == '[' {
		return "", false
	}
	return string(v.raw), true
}

// equals compares with a value that is spelled so. 1 and 1.0 are the same
// number, and integers beyond 2^53 stay apart.
func (v value) equals(want raw) bool {
	if v.isText {
		s, ok := text(want)
		return ok && s == v.text
	}
	return v.there() && equal(v.raw, want)
}

func equal(a, b raw) bool {
	switch {
	case len(a) == 0 || len(b) == 0:
		return len(a) == len(b)
	case isNumber(a) && isNumber(b):
		return equalNumber(string(a), string(b))
	case a[0] != b[0]:
		return false
	case a[0] == '"':
		s, _ := text(a)
		t, _ := text(b)
		return s == t
	case a[0] == '[':
		l, _ := decodeList(a)
		m, _ := decodeList(b)
		return slices.EqualFunc(l, m, equal)
	case a[0] == '{':
		o, _ := parseObject(a)
		p, _ := parseObject(b)
		return slices.EqualFunc(o.sorted(), p.sorted(), func(m, n member) bool { return m.key == n.key && equal(m.value, n.value) })
	}
	return string(a) == string(b)
}

// equalNumber compares the digits, without zeros that say nothing; only where
// there is an exponent, as float64.
func equalNumber(x, y string) bool {
	if strings.ContainsAny(x, "eE") || strings.ContainsAny(y, "eE") {
		f, err1 := strconv.ParseFloat(x, 64)
		g, err2 := strconv.ParseFloat(y, 64)
		return err1 == nil && err2 == nil && f == g
	}
	return digits(x) == digits(y)
}

func digits(n string) string {
	if strings.Contains(n, ".") {
		n = strings.TrimSuffix(strings.TrimRight(n, "0"), ".")
	}
	if n == "-0" {
		return "0"
	}
	return n
}
