package test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// cases are the public bug reports about finding hosts and rendering for them,
// each with the tests that hold its right behaviour. The ones about other tools
// stand in the scripts of their areas, by the same numbers.
var cases = []struct{ number, what, in string }{
	{"01", "comments, neighbours and inputs stay", "testdata/script/apply/jsonc-comments-stay.txtar"},
	{"09", "a file that is never read", "testdata/script/detect/tells-of-files-of-others.txtar"},
	{"09", "a required field is missing", "testdata/script/apply/goose-entry-has-every-key.txtar"},
	{"13", "a project under a key that is never read", "testdata/script/render/claude-project-server.txtar"},
	{"13", "the spelling of a project on Windows", "../pkg/detect/local_test.go"},
	{"22", "CLAUDE_CONFIG_DIR and CODEX_HOME", "testdata/script/detect/honours-the-hosts-own-variables.txtar"},
	{"22", "the same in a plan", "testdata/script/render/config-dir-variables.txtar"},
	{"23", "a transport or scope that the host cannot load", "testdata/script/render/transport-not-loaded.txtar"},
	{"23", "a host that loads stdio servers alone", "testdata/script/detect/the-example-of-a-host-of-the-user.txtar"},
	{"25", "npx on Windows", "testdata/script/render/windows-npx.txtar"},
	{"25", "what cmd.exe would change", "../pkg/render/server_test.go"},
	{"26", "no shell's PATH: found at run time", "testdata/script/proxy/programs-of-version-managers.txtar"},
	{"26", "no shell's PATH: told at install", "../pkg/render/desktop_test.go"},
	{"27", "spaces and the like in paths", "testdata/script/render/home-with-a-space.txtar"},
	{"30", "units of timeouts", "testdata/script/render/hook-timeout-units.txtar"},
	{"52", "a hook that does not start", "testdata/script/doctor/programs-that-do-not-start.txtar"},
	{"52", "a command for PowerShell", "../pkg/render/command_test.go"},
}

func TestCasesHaveTests(t *testing.T) {
	for _, c := range cases {
		b, err := os.ReadFile(filepath.FromSlash(c.in))
		named := regexp.MustCompile(`(?i)cases? ([0-9, and]*\b)?` + c.number + `\b`)
		if err != nil || !named.Match(b) {
			t.Errorf("case %s (%s): %s does not say that it holds it: %v", c.number, c.what, strings.TrimPrefix(c.in, "../"), err)
		}
	}
}
