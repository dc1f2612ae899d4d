package apply

import (
	"testing"

	"agentconnector/pkg/wire"
)

// The argv decides whose an entry is, never a part of a string.
func TestBears(t *testing.T) {
	r := &reworker{task: task{owner: owner{Connector: "gamma"}, bin: "/h/.ac/bin"}}
	for v, want := range map[string]bool{
		`{"command":"/h/.ac/bin/ac-proxy","args":["--connector","gamma","--","npx"]}`:       true,
		`{"type":"local","command":["/h/.ac/bin/ac-proxy","--connector","gamma"]}`:          true,
		`{"command":"/h/.ac/bin/ac-proxy","args":["--connector","gamma-two","--","npx"]}`:   false,
		`{"command":"/h/.ac/bin/ac-proxy","args":["--connector=gamma"]}`:                    false,
		`{"command":"/h/.ac/bin/ac-proxy","args":["gamma","--connector"]}`:                  false,
		`{"command":"/h/.ac/binary/ac-proxy","args":["--connector","gamma"]}`:               false,
		`{"command":"/h/.ac/bin/old/ac-proxy","args":["--connector","gamma"]}`:              false,
		`{"command":"sh","args":["-c","/h/.ac/bin/ac-proxy --connector gamma"]}`:            false,
		`{"command":"npx","args":["--connector","gamma"],"env":{"P":"/h/.ac/bin/ac-hook"}}`: false,
		`{"command":{"path":"/h/.ac/bin/ac-proxy","args":["--connector","gamma"]}}`:         true,
		`{"command":"npx","args":["-y","gamma"]}`:                                           false,
		`"--connector"`: false, `[]`: false, `null`: false,
	} {
		if r.bears(wire.Raw(v)) != want {
			t.Errorf("%s: not %v", v, want)
		}
	}
}

func TestWithStays(t *testing.T) {
	for _, c := range []struct{ mine, theirs, want string }{
		{`{"command":"npx"}`, `{"enabled":false,"command":"x","env":{"A":"1"},"tools":{"t":{"mode":"y"}}}`, `{"command":"npx","enabled":false,"tools":{"t":{"mode":"y"}}}`},
		{`{"command":"npx","enabled":true}`, `{"enabled":false}`, `{"command":"npx","enabled":true}`}, // the connector says it itself
		{`{}`, `{"enabled":false,"tools":{}}`, `{"enabled":false,"tools":{}}`},
		{`{"a":1}`, `"text"`, `{"a":1}`},
		{`"text"`, `{"enabled":false}`, `"text"`},
		{`{"a":{}}`, `{}`, `{"a":{}}`},
	} {
		whole := wire.Raw(c.mine + `"behind"`)
		p := want{Patch: wire.Patch{Stays: []string{"enabled", "tools"}}}
		if got := withStays(wish{want: p, real: whole[:len(c.mine)]}, wire.Raw(c.theirs)); string(got) != c.want {
			t.Errorf("%s in the place of %s: %s, want %s", c.mine, c.theirs, got, c.want)
		}
		if string(whole) != c.mine+`"behind"` {
			t.Errorf("the patch was written over: %s", whole)
		}
	}
}

// overlap takes nothing that is not wanted.
func TestOverlap(t *testing.T) {
	o := overlap(wire.Raw(`{"a":1,"b":{"c":2,"d":3},"e":[1]}`), wire.Raw(`{"a":9,"b":{"c":9},"f":1}`))
	if string(o) != `{"a":1,"b":{"c":2}}` {
		t.Errorf("overlap: %s", o)
	}
}
