package interp

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	text := func(s string) Part { return Part{Text: s} }
	ref := func(s, name string) Part { return Part{Text: s, Name: name} }
	def := func(s, name, d string) Part { return Part{Text: s, Name: name, Default: d, HasDefault: true} }
	for _, tc := range []struct {
		in   string
		want []Part
	}{
		{"", nil},
		{"plain $X ${X} {env:X}", []Part{text("plain $X ${X} {env:X}")}},
		{"${env:X}", []Part{ref("${env:X}", "X")}},
		{"a${env:_x9}b", []Part{text("a"), ref("${env:_x9}", "_x9"), text("b")}},
		{"${env:A}${env:B:-}", []Part{ref("${env:A}", "A"), def("${env:B:-}", "B", "")}},
		{"${env:A:-x:-y}", []Part{def("${env:A:-x:-y}", "A", "x:-y")}},
		{"${env:A:-{}}", []Part{def("${env:A:-{}", "A", "{"), text("}")}},
		{"${env:A:-${env:B}}", []Part{def("${env:A:-${env:B}", "A", "${env:B"), text("}")}},
		{"${env:}", []Part{text("${env:}")}},
		{"${env:1A} ${env:B}", []Part{text("${env:1A} "), ref("${env:B}", "B")}},
		{"${env:${env:B}", []Part{text("${env:"), ref("${env:B}", "B")}},
		{"${env:A", []Part{text("${env:A")}},
		{"${env:A:-x", []Part{text("${env:A:-x")}},
		{"${env:A:x}", []Part{text("${env:A:x}")}},
	} {
		if got := Parse(tc.in); !reflect.DeepEqual(got, tc.want) {
			t.Errorf("Parse(%q)\n got %+v\nwant %+v", tc.in, got, tc.want)
		}
	}
}

func TestCheckNamesTheFault(t *testing.T) {
	for _, tc := range []struct {
		in     string
		offset int
		found  string
		want   string // part of it
	}{
		{"ok ${env:A} ${env:B:-}", -1, "", ""},
		{"x ${env:}", 2, "${env:}", "name of a variable"},
		{"${env:1A}", 0, "${env:1", "name of a variable"},
		{"${env:", 0, "${env:", "name of a variable"},
		{"${env:A}${env:A", 8, "${env:A", "closing }"},
		{"${env:A:-b", 0, "${env:A:-b", "closing }"},
		{"${env:A:b}", 0, "${env:A:", ":-default"},
		{"${env:A-b}", 0, "${env:A-", ":-default"},
	} {
		err := Check(tc.in)
		if tc.offset < 0 {
			if err != nil {
				t.Errorf("Check(%q) = %v", tc.in, err)
			}
			continue
		}
		var se *SyntaxError
		if !errors.As(err, &se) || se.Offset != tc.offset || se.Found != tc.found || !strings.Contains(se.Want, tc.want) {
			t.Errorf("Check(%q) = %+v", tc.in, err)
		}
	}
}

func env(name string) (string, bool) {
	v, ok := map[string]string{"SET": "v", "EMPTY": "", "REF": "${env:SET}", "SELF": "${env:SELF}", "BARE": "${BARE}"}[name]
	return v, ok
}

func TestExpand(t *testing.T) {
	for _, tc := range []struct {
		in, want string
		missing  []string
	}{
		{"${env:SET}", "v", nil},
		{"a ${env:SET:-d} b", "a v b", nil},
		{"${env:EMPTY:-d}", "d", nil},
		{"${env:EMPTY}", "", []string{"EMPTY"}},
		{"[${env:UNSET}]", "[]", []string{"UNSET"}},
		{"${env:UNSET:-}", "", nil},
		{"${env:BARE:-d}", "d", nil},
		{"${env:SELF:-d}", "d", nil},      // left by a host, which found it unset
		{"${env:REF}", "${env:SET}", nil}, // a value is not expanded again
		{"${env:bad", "${env:bad", nil},
	} {
		got, missing := Expand(tc.in, env)
		if got != tc.want || !reflect.DeepEqual(missing, tc.missing) {
			t.Errorf("Expand(%q) = %q, %v", tc.in, got, missing)
		}
	}
}

func TestRewriteNamesSingle(t *testing.T) {
	shell := func(name, def string, has bool) string {
		if has {
			return "${" + name + ":-" + def + "}"
		}
		return "${" + name + "}"
	}
	in := "u:${env:A}@${env:B:-x}/${env:A}"
	if got := Rewrite(in, shell); got != "u:${A}@${B:-x}/${A}" {
		t.Errorf("Rewrite = %q", got)
	}
	if got := Names(in); !reflect.DeepEqual(got, []string{"A", "B"}) {
		t.Errorf("Names = %v", got)
	}
	if _, ok := Single(in); ok || !HasRef(in) || HasRef("${A}") {
		t.Error("Single or HasRef is wrong")
	}
	if p, ok := Single("${env:A:-b}"); !ok || p.Name != "A" || p.Default != "b" {
		t.Errorf("Single = %+v, %v", p, ok)
	}
	for s, want := range map[string]bool{"": false, "A": true, "_": true, "1": false, "A1": true, "A-B": false} {
		if ValidName(s) != want {
			t.Errorf("ValidName(%q) is %v", s, !want)
		}
	}
}

// Splitting loses nothing, a string without a reference is left alone, and a
// string that Check accepts has no reference-like text left over.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "${env:A}", "${env:A:-b}", "${env:", "x${env:${env:A}}", "${env:A:-${env:B}}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var b strings.Builder
		refs := 0
		for _, p := range Parse(s) {
			b.WriteString(p.Text)
			if p.Name != "" {
				refs++
			} else if Check(s) == nil && strings.Contains(p.Text, "${env:") {
				t.Errorf("%q passes Check but has the text %q", s, p.Text)
			}
		}
		if b.String() != s {
			t.Errorf("parts of %q join to %q", s, b.String())
		}
		same := Rewrite(s, func(name, def string, has bool) string {
			if has {
				return "${env:" + name + ":-" + def + "}"
			}
			return "${env:" + name + "}"
		})
		if same != s {
			t.Errorf("%q rewritten in its own dialect is %q", s, same)
		}
		if out, missing := Expand(s, env); refs == 0 && (out != s || missing != nil) {
			t.Errorf("%q without a reference became %q", s, out)
		}
	})
}
