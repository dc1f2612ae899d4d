package hook

import (
	"strings"
	"testing"

	"agentconnector/pkg/world"
)

// TestSwitches: the connector's own wish holds always; of the user's switches each
// variable wins over the one of config.json that has its name, and one that is off
// is enough.
func TestSwitches(t *testing.T) {
	for _, c := range []struct {
		file, env string
		want      bool
	}{
		{`"telemetry":true`, "", true},
		{`"telemetry":true`, "TELEMETRY=0", false},
		{`"telemetry":true`, "TELEMETRY=False", false},
		{`"telemetry":true`, "TELEMETRY= ", true},
		{`"telemetry":true`, "MEASURE=off", false},
		{`"telemetry":true`, "TELEMETRY=1 MEASURE=0", false},
		{`"telemetry":true`, "CALIBRATE=0 EXPORT=0", true}, // nothing of ac-hook's
		{`"telemetry":false`, "TELEMETRY=1 MEASURE=1", false},
		{`"telemetry":false,"off":["telemetry"]`, "", false},
		{`"telemetry":false,"off":["telemetry"]`, "TELEMETRY=1", true},
		{`"telemetry":false,"off":["telemetry"]`, "MEASURE=1", false},
		{`"telemetry":false,"off":["measure"]`, "MEASURE=1", true},
		{`"telemetry":false,"off":["telemetry","measure"]`, "MEASURE=1", false},
		{`"telemetry":false,"off":["telemetry","measure"]`, "MEASURE=1 TELEMETRY=yes", true},
		{`"telemetry":false,"off":["measure"]`, "MEASURE=1 TELEMETRY=0", false},
	} {
		f, err := decodeHookFile([]byte(`{"schema":"ac.hookfile/v1",` + c.file + `}`))
		if err != nil {
			t.Fatal(err)
		}
		var w world.World
		for v := range strings.SplitSeq(c.env, " ") {
			if v != "" {
				w.Environ = append(w.Environ, "AGENT_CONNECTOR_"+v)
			}
		}
		if got := recorded(&w, f); got != c.want {
			t.Errorf("%s, %q: recorded %v", c.file, c.env, got)
		}
	}
}
