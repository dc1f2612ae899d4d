package value

import (
	"errors"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
)

// all is a format that holds everything that JSON has.
var all = Rules{Key: func(string) error { return nil }, Scalar: func(Value) error { return nil }}

func TestWhatIsReadIsWrittenAgainInItsOrder(t *testing.T) {
	for _, s := range []string{`{"b":[1,2.50,{"x":{}}],"a":"<&>\n","c":[]}`, `null`, `true`, `-0`, `1E400`, `""`} {
		v, err := all.Parse([]byte(s), 0)
		if out, err2 := v.Marshal(nil); err != nil || err2 != nil || string(out) != s {
			t.Errorf("%s became %s (%v, %v)", s, out, err, err2)
		}
	}
	if out, err := (Value{Kind: Array, Kids: []Value{{Kind: Special, Text: "nan"}}}).Marshal(nil); out != nil || err == nil {
		t.Errorf("nan became %s", out)
	}
}

func TestWhatIsNoValueIsRefused(t *testing.T) {
	never := errors.New("the format's own word")
	picky := Rules{Key: func(k string) error { return map[string]error{"bad": never}[k] }, Scalar: all.Scalar}
	for in, want := range map[string]string{
		`{} {}`:               "the value is not JSON: more than one JSON value",
		``:                    "the value is not JSON: EOF",
		`{"k":1,"k":2}`:       `the value has the key "k" twice`,
		`[[[]]]`:              "the value is nested deeper than the limit of 10000",
		`{"bad":1}`:           "the value is not JSON: the format's own word",
		`{"a":{"k":1},"k":2}`: "",
	} {
		depth := 0
		if strings.HasPrefix(in, "[") {
			depth = edit.MaxDepth - 1
		}
		_, err := picky.Parse([]byte(in), depth)
		if err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%s: %v, want %q", in, err, want)
		}
	}
}

func TestEqualGoesByWhatIsMeant(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, true},
		{`{"a":1}`, `{"b":1}`, false},
		{`[1,2]`, `[2,1]`, false},
		{`30`, `30.0`, true},
		{`-0`, `0`, true},
		{`9007199254740993`, `9007199254740992.0`, false},
		{`1e400`, `2e400`, false},
		{`1e400`, `1e400`, true},
		{`"1"`, `1`, false},
		{`[]`, `{}`, false},
	} {
		a, _ := all.Parse([]byte(c.a), 0)
		b, _ := all.Parse([]byte(c.b), 0)
		if Equal(a, b) != c.same || Equal(b, a) != c.same {
			t.Errorf("%s and %s: want %v", c.a, c.b, c.same)
		}
	}
}
