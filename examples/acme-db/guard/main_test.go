package main

import (
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

func TestAdvice(t *testing.T) {
	for _, c := range []struct{ tool, input, says string }{
		{"acme_write", `{"table":"orders","op":"delete"}`, "delete of orders is done"},
		{"acme_write", `{"table":"orders","op":"insert"}`, ""},
		{"acme_query", `{"table":"orders"}`, "orders was read without a condition"},
		{"acme_query", `{"table":"orders","where":{"id":1}}`, ""},
		{"acme_query", `{"table":"orders","limit":3}`, ""},
		{"acme_query", `[1]`, ""},
		{"acme_query", ``, ""},
	} {
		r := advise(&wire.HandlerEvent{Tool: c.tool, ToolInput: wire.Raw(c.input)})
		if (r.AdditionalContext == "") != (c.says == "") || !strings.Contains(r.AdditionalContext, c.says) {
			t.Errorf("%s %s: %+v", c.tool, c.input, r)
		}
		if want := map[bool]string{true: "", false: wire.Context}[c.says == ""]; r.Decision != want {
			t.Errorf("%s %s: decision %q", c.tool, c.input, r.Decision)
		}
	}
	r := advise(&wire.HandlerEvent{Tool: "acme_query", ToolInput: wire.Raw(`{}`), IsError: true})
	if !strings.Contains(r.AdditionalContext, "acme_schema") {
		t.Errorf("after an error: %+v", r)
	}
}
