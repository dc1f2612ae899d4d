package cli

import (
	"errors"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	known := []string{"claude-code", "codex", "cursor"}
	for word, want := range map[string]string{
		"cursr": "cursor", "codx": "codex", "Cursor": "cursor", "claude": "claude-code", "claude_code": "claude-code",
		"zed": "", "x": "", "": "", "completely-else": "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestOneOfIsAUsageError(t *testing.T) {
	if err := OneOf("host", []string{"codex"}, []string{"codex"}); err != nil {
		t.Error(err)
	}
	err := OneOf("host", []string{"codex", "cursr"}, []string{"codex", "cursor"})
	var usage *UsageError
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), "did you mean cursor?") {
		t.Errorf("%v", err)
	}
}
