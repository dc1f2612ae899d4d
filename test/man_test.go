package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestManPages holds that the pages in man/ are what the tools print now.
// sh man/generate.sh writes them.
func TestManPages(t *testing.T) {
	for _, tool := range []string{"ac", "ac-detect", "ac-render", "ac-apply", "ac-proxy", "ac-proxy-http", "ac-tokcount", "ac-report", "ac-report-calibrate", "ac-report-mcp", "ac-init"} {
		want, err := exec.Command(filepath.Join(programs(), tool), "--man").Output()
		if err != nil {
			t.Fatal(tool, err)
		}
		got, err := os.ReadFile("../man/" + tool + ".1")
		if err != nil || strings.ReplaceAll(string(got), "\r\n", "\n") != string(want) {
			t.Errorf("man/%s.1 is not what %s --man prints (%v): run make generate", tool, tool, err)
		}
	}
}

// TestHookManPage: ac-hook's page is written by hand; it must name what the
// program's own help names.
func TestHookManPage(t *testing.T) {
	help, err := exec.Command(filepath.Join(programs(), "ac-hook"), "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../man/ac-hook.1")
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.ReplaceAll(string(page), `\-`, "-")
	for _, word := range strings.Fields(string(help)) {
		word = strings.Trim(word, "[](),.;:")
		if (strings.HasPrefix(word, "--") || strings.HasPrefix(word, "AGENT_CONNECTOR")) && !strings.Contains(plain, strings.SplitN(word, "=", 2)[0]) {
			t.Errorf("man/ac-hook.1 does not mention %s", word)
		}
	}
}
