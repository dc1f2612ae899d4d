package interp

import "testing"

// Percent and back is the string again, for every text; only a default with a
// parenthesis has no such spelling.
func TestPercent(t *testing.T) {
	for _, c := range []struct {
		in, want string
		ok       bool
	}{
		{"", "", true},
		{"${env:A}", "%(A)", true},
		{"x ${env:A:-b c}y", "x %(A:-b c)y", true},
		{"100%(A)", "100%((A)", true},
		{"%((", "%(((", true},
		{"${A} %{A}", "${A} %{A}", true},
		{"%${env:A}", "%%(A)", true},
		{"${env:A:-)}", "", false},
	} {
		got, ok := Percent(c.in)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%q: %q %v, want %q %v", c.in, got, ok, c.want, c.ok)
		}
		back := ""
		for _, p := range FromPercent(got) {
			switch {
			case p.Name == "":
				back += p.Text
			case p.HasDefault:
				back += "${env:" + p.Name + ":-" + p.Default + "}"
			default:
				back += "${env:" + p.Name + "}"
			}
		}
		if ok && back != c.in {
			t.Errorf("%q: back it is %q", c.in, back)
		}
	}
}

func TestExpandPercent(t *testing.T) {
	lookup := func(name string) (string, bool) { return map[string]string{"A": "1", "C": "%(A)"}[name], name == "A" }
	for in, want := range map[string]string{
		"%(A)": "1", "%(B)": "", "%(B:-d)": "d", "a%((A)": "a%(A)", "%(1)": "%(1)", "%(A": "%(A", "%": "%", "${env:A}": "${env:A}", "%(C)%(A)": "%(A)1",
	} {
		if got := ExpandPercent(in, lookup); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
