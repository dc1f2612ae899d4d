package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentconnector/pkg/world"
)

func TestNoConfigGivesTheDefaults(t *testing.T) {
	c, err := Load(t.TempDir())
	if err != nil || !c.Telemetry() || !c.Measure() || c.Calibrate() || !c.Export() {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestConfigRoundTrip(t *testing.T) {
	dir := t.TempDir()
	text := "\xef\xbb\xbf" + `{
  "developer": "ann", "team": "db", "org": "acme", "repo_url": "https://example.com/r", "log_level": "warn",
  "privacy": {"commands": false}, "retention": {"days": 90, "max_bytes": 1000000}, "budgets": {"session": 2.5}, "backups": {"count": 0},
  "switches": {"measure": false, "calibrate": true}
}`
	if err := os.WriteFile(filepath.Join(dir, Name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(dir)
	if err != nil || c.Developer != "ann" || *c.Privacy.Commands || c.Retention.Days != 90 || c.Budgets.Session != 2.5 || c.Measure() || !c.Calibrate() {
		t.Fatalf("%+v, %v", c, err)
	}
	b, err := Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse("c", b)
	if b2, _ := Marshal(again); err != nil || string(b2) != string(b) {
		t.Errorf("%v\n%s\n%s", err, b, b2)
	}
}

func TestConfigFaultsHavePlaces(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string
	}{
		{`[]`, []string{"c:1:1: found a list, expected an object"}},
		{`null`, []string{"c:1:1: found null, expected an object"}},
		{``, []string{"c:1:1: found the end of the file, expected a complete JSON object"}},
		{"{\n  \"a\": 1,\n}", []string{"c:3:1: found character '}' looking for beginning of object key string, expected JSON without comments"}},
		{"{\n  // x\n}", []string{"c:2:3: found character '/'"}},
		{"{\"développeur\": [1, {\"x\": null}], \"team\": 7,\n \"privacy\": {\"comands\": {}, \"paths\": \"yes\"}, \"retention\": [1],\n \"budgets\": {\"daily\": -1}, \"team\": \"x\"}", []string{
			"c:1:2: développeur: found the unknown field \"développeur\", expected one of $schema, developer, team,",
			"c:1:43: team: found the number 7, expected a string",
			"c:2:14: privacy.comands: found the unknown field \"comands\", expected one of level, commands, paths, repo_url",
			"c:2:38: privacy.paths: found \"yes\", expected true or false",
			"c:2:59: retention: found a list, expected an object",
			"c:3:23: budgets.daily: found the number -1, expected a number, 0 or more",
			"c:3:28: team: found the name \"team\" a second time, expected it once",
		}},
		{`{"privacy": {"level": "none"}}`, []string{`c:1:23: privacy.level: found "none", expected off, minimal, standard`}},
		{`{"retention": {"days": 1.5}}`, []string{"c:1:24: retention.days: found the number 1.5, expected a whole number, 0 or more"}},
		{`{"backups": {"days": -1, "count": 2.5, "keep": 1}}`, []string{"c:1:22: backups.days: found the number -1, expected a whole number, 0 or more",
			"c:1:35: backups.count: found the number 2.5", "c:1:40: backups.keep: found the unknown field \"keep\", expected one of days, count"}},
		{`{"log_level": "loud", "team": "a\nb"}`, []string{`c:1:15: log_level: found "loud", expected silent, error, warn, info, debug`, `c:1:31: team: found "a\nb", expected one line`}},
		{strings.Repeat(" ", Max) + "{}", []string{"c: found more than 1048576 bytes"}},
	} {
		_, err := Parse("c", []byte(tc.text))
		got := []string{}
		if err != nil {
			got = strings.Split(err.Error(), "\n")
		}
		ok := len(got) == len(tc.want)
		for i := 0; ok && i < len(got); i++ {
			ok = strings.HasPrefix(got[i], tc.want[i])
		}
		if !ok {
			t.Errorf("%.80q\n got %s\nwant %s", tc.text, strings.Join(got, "\n     "), strings.Join(tc.want, "\n     "))
		}
	}
	if _, err := Parse("c", []byte("{}"+strings.Repeat(" ", Max-2))); err != nil {
		t.Errorf("at the limit: %v", err)
	}
}

func TestEnvironmentWins(t *testing.T) {
	off := false
	c := Config{Switches: Switches{Measure: &off}, LogLevel: "info"}
	with := func(kv ...string) Config { return c.WithEnv(&world.World{Environ: kv}) }
	if with("AGENT_CONNECTOR_MEASURE= ").Measure() || !with("AGENT_CONNECTOR_MEASURE=1").Measure() {
		t.Error("AGENT_CONNECTOR_MEASURE")
	}
	if with("AGENT_CONNECTOR_TELEMETRY=0").Export() || !with().Export() || with("AGENT_CONNECTOR_EXPORT=off").Export() {
		t.Error("AGENT_CONNECTOR_TELEMETRY or _EXPORT")
	}
	if !with("AGENT_CONNECTOR_CALIBRATE=anthropic").Calibrate() || with("AGENT_CONNECTOR_CALIBRATE=anthropic", "AGENT_CONNECTOR_TELEMETRY=0").Calibrate() {
		t.Error("AGENT_CONNECTOR_CALIBRATE")
	}
	if with("AGENT_CONNECTOR_LOG=debug").LogLevel != "debug" || with().LogLevel != "info" || *c.Switches.Measure {
		t.Error("AGENT_CONNECTOR_LOG, or the settings themselves changed")
	}
}

// The stricter of what a connector asks for and what the user allows counts.
func TestPrivacy(t *testing.T) {
	no := false
	for _, c := range [][3]string{{"", "standard", "standard"}, {"minimal", "standard", "minimal"}, {"standard", "minimal", "minimal"}, {"off", "standard", "off"}, {"minimal", "off", "off"}} {
		if got := (Privacy{Level: c[0]}).Least(c[1]); got != c[2] {
			t.Errorf("%q and %q: %q", c[0], c[1], got)
		}
	}
	if got := (Privacy{Commands: &no, Paths: &no}).Withheld(); len(got) != 2 || len(Privacy{}.Withheld()) != 0 {
		t.Errorf("%q", got)
	}
}

// TestPruningLimits: absent is the default, 0 is no limit, and both survive the way
// through a file.
func TestPruningLimits(t *testing.T) {
	for text, want := range map[string][2]int64{`{}`: {30, 10}, `{"backups": {}}`: {30, 10}, `{"backups": {"days": 0}}`: {0, 10},
		`{"backups": {"count": 0}}`: {30, 0}, `{"backups": {"days": 7, "count": 3}}`: {7, 3}} {
		c, err := Parse("c", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		b, err := Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse("c", b)
		for _, c := range []Config{c, again} {
			if days, count := c.Backups.Limits(); err != nil || days != want[0] || count != want[1] {
				t.Errorf("%s: %d days, %d: %v", text, days, count, err)
			}
		}
	}
}

// No text panics, and what is refused says where.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{}`, `{"privacy": {"paths": [1, {"a": null}]}}`, `{"team": "x", "team": 1}`, "{\n//", `{"a":{"b":[[]]},"budgets":{"daily":1e400}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := Parse("c", b); err != nil {
			for line := range strings.Lines(err.Error()) {
				if !strings.HasPrefix(line, "c:") {
					t.Errorf("%q: %q has no place", b, line)
				}
			}
		}
	})
}
