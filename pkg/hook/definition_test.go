package hook

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

// twice says whether an object in the text has a key more than once, in
// whatever case: encoding/json then merges what was there with what comes.
func twice(v raw) bool {
	found := false
	seen := map[string]bool{}
	inside := func(v raw) { found = found || twice(v) }
	switch {
	case len(v) == 0:
	case v[0] == '{':
		_ = eachMember(v, func(key string, v raw) {
			for k := range seen {
				found = found || strings.EqualFold(k, key)
			}
			seen[key] = true
			inside(v)
		})
	case v[0] == '[':
		_ = eachElement(v, inside)
	}
	return found
}

// FuzzDefinition: a hook.json is read as encoding/json reads it, or refused as
// there; what is decoded for one event is what is decoded of it for all.
func FuzzDefinition(f *testing.F) {
	for _, s := range []string{
		guarded, denyAll, `{"schema":"ac.hookfile/v1"}`, `{"schema":"ac.hookfile/v1","hooks":null,"timeouts":{"Stop":null,"x":12},"hosts":[null,"a"],"local":true}`,
		`{"Schema":"ac.hookfile/v1","native":{"codex":{"Stop":[{"HANDLER":{"command":["x"],"timeoutMs":9,"fallback":{"ask":"deny"}}},null]}},"actions":[{"id":"a","command":null}],"statusline":{"maxLines":2}}`,
		`{"schema":"ac.hookfile/v1","hooks":{"Stop":[{"handler":{"rules":[{"if":null,"decision":"deny","updatedInput": {"a": 1}}]}}]}}`, `{"schema":"ac.hookfile/v1","native":{"codex":null,"cursor":{"stop":null}},"hooks":{"Stop":null,"PreToolUse":[]}}`, `{"hooks":5,"schema":"ac.hookfile/v1"}`, `{"schema":"ac.hookfile/v1","timeouts":{"a":1e3}}`,
	} {
		f.Add([]byte(s), "PreToolUse")
	}
	f.Fuzz(func(t *testing.T, b []byte, event string) {
		var want wire.HookFile
		jerr := json.Unmarshal(b, &want)
		if jerr == nil {
			jerr = wire.Check(want.Schema, wire.SchemaHookFile)
		}
		got, err := decodeHookFile(b)
		if isNull(b) || valid(b) && twice(bytes.TrimLeft(b, " \t\r\n")) {
			return
		}
		if (err == nil) != (jerr == nil) {
			t.Fatalf("%s: error %v, encoding/json says %v", b, err, jerr)
		}
		if err != nil {
			return
		}
		all := whole(got)
		if want.Hooks == nil {
			want.Hooks = map[string][]wire.HookDef{}
		}
		if all.Hooks == nil {
			all.Hooks = map[string][]wire.HookDef{}
		}
		for host, hooks := range want.Native {
			if len(hooks) == 0 { // no event, no need to know the host
				delete(want.Native, host)
			}
		}
		if g, w := marshal(t, all), marshal(t, want); !bytes.Equal(g, w) {
			t.Fatalf("%s\nread as %s\nencoding/json: %s", b, g, w)
		}
		one, err := decodeHookFile(b, event, "Stop")
		if err != nil || !bytes.Equal(marshal(t, one.on("", event)), marshal(t, got.on("", event))) || !bytes.Equal(marshal(t, one.on("codex", event)), marshal(t, got.on("codex", event))) {
			t.Fatalf("%s: for %q alone %v, %v", b, event, one, err)
		}
	})
}
