package hook

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/redact/planted"
	"agentconnector/pkg/wire"
)

// Whatever a host sends, no secret of any kind that stands in any text of it, as a
// whole or behind other words, is in the line of the log, at any level.
func TestNoSecretInAnyRecord(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	planting := 0
	for _, h := range host.Callers {
		if len(h.Hooks.Events) == 0 || h.As != "" {
			continue
		}
		for _, f := range payloads(t, h) {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			name, _, _ := strings.Cut(filepath.Base(f), ".")
			for i := range planted.Kinds {
				k := planted.Kinds[(i*7+planting)%len(planted.Kinds)]
				secret := k.Secret(r)
				text := k.In(secret)
				var v any
				if err := json.Unmarshal(b, &v); err != nil {
					t.Fatal(err)
				}
				payload, _ := json.Marshal(plant(v, "", text, r))
				o, err := parseObject(payload)
				if err != nil {
					t.Fatal(err)
				}
				ev := normalise(h, "observe", name, payload, o)
				for _, level := range []string{"", wire.ObserveMinimal, wire.ObserveStandard} {
					if line := lineOf(h, ev, level); survives(line, secret) {
						t.Fatalf("%s %s, %s: %q of %q survives in\n%s", h.ID, filepath.Base(f), level, secret, k.Text, line)
					}
				}
				planting++
			}
		}
	}
	if planting < 10_000 {
		t.Errorf("only %d payloads", planting)
	}
}

// plant puts a text into every text of a value, alone or behind what was there,
// save for those that say which event and whose tool it is: a host, not a model, or
// whoever it reads, writes those.
func plant(v any, key, text string, r *rand.Rand) any {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) { // each run is the same
			v[k] = plant(v[k], k, text, r)
		}
		return v
	case []any:
		for i := range v {
			v[i] = plant(v[i], key, text, r)
		}
		return v
	case string:
		switch key {
		case "hook_event_name", "agent_action_name", "hook", "type", "event", "hookName", "tool_name", "toolName", "tool", "toolKind", "name":
			if r.IntN(4) > 0 {
				return v
			}
		}
		if r.IntN(2) > 0 {
			return v + " " + text
		}
		return text
	}
	return v
}

// survives says whether half of a secret or more can be read.
func survives(line []byte, secret string) bool {
	quoted, _ := json.Marshal(secret)
	part := quoted[1 : len(quoted)-1]
	n := max(len(part)/2+1, 7)
	return len(part) >= n && (bytes.Contains(line, part[len(part)-n:]) || bytes.Contains(line, part[:n]))
}
