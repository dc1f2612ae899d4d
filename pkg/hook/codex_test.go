package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// TestCodexSchemas holds every reply for Codex against the schema that Codex
// itself uses: an unknown key makes it ignore the whole reply, and a guard then
// silently does nothing.
func TestCodexSchemas(t *testing.T) {
	h := host.FindCaller("codex")
	checked := 0
	for _, ev := range specimens(h) {
		schema := codexSchema(t, ev.NativeEvent)
		for _, q := range asked {
			for _, f := range []wire.Fallback{{}, {Ask: wire.Allow, Modify: wire.Deny, Context: wire.Deny}} {
				d := q.d
				d.fallback = f
				a := reply(h, ev, &d)
				if a.text == "" {
					continue
				}
				if schema == nil {
					t.Errorf("%s %s: %s, but Codex reads no output there", ev.NativeEvent, q.name, a.text)
					continue
				}
				v, err := jsonschema.UnmarshalJSON(strings.NewReader(a.text))
				if err != nil {
					t.Fatal(err)
				}
				if err := schema.Validate(v); err != nil {
					t.Errorf("%s %s: %s\n%v", ev.NativeEvent, q.name, a.text, err)
				}
				checked++
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d replies checked", checked)
	}
}

// codexSchema is the output schema of an event, nil if Codex has none.
func codexSchema(t *testing.T, event string) *jsonschema.Schema {
	var kebab strings.Builder
	for i, r := range event {
		if r >= 'A' && r <= 'Z' && i > 0 {
			kebab.WriteByte('-')
		}
		kebab.WriteRune(r)
	}
	path := filepath.Join("testdata", "codex-schemas", strings.ToLower(kebab.String())+".command.output.json")
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return nil
	}
	s, err := jsonschema.NewCompiler().Compile(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
