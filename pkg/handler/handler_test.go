package handler

import (
	"bytes"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

func TestRun(t *testing.T) {
	deny := func(ev *wire.HandlerEvent) wire.HandlerReply {
		return wire.HandlerReply{Decision: wire.Deny, Reason: ev.Tool + " <no>"}
	}
	for _, c := range []struct {
		name, in, out, err string
		f                  Func
	}{
		{name: "reply", in: `{"event":"PreToolUse","tool":"Bash"}` + "\n", f: deny, out: `{"decision":"deny","reason":"Bash <no>"}` + "\n"},
		{name: "no final newline", in: `{"tool":"Bash"}`, f: deny, out: `{"decision":"deny","reason":"Bash <no>"}` + "\n"},
		{name: "allow is an empty object", in: `{}`, f: func(*wire.HandlerEvent) wire.HandlerReply { return wire.HandlerReply{} }, out: "{}\n"},
		{name: "no event", in: "", f: deny, err: "stdin holds no event"},
		{name: "panic", in: `{}`, f: func(*wire.HandlerEvent) wire.HandlerReply { panic("boom") }, err: "panic: boom"},
		{name: "bad reply", in: `{}`, f: func(*wire.HandlerEvent) wire.HandlerReply {
			return wire.HandlerReply{Decision: wire.Modify, UpdatedInput: wire.Raw("{")}
		}, err: "the reply is no JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			err := Run(strings.NewReader(c.in), &out, c.f)
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Fatalf("error %v, expected %q", err, c.err)
			}
			if out.String() != c.out {
				t.Fatalf("wrote %q, expected %q", out.String(), c.out)
			}
		})
	}
}
