package near

import "testing"

func TestWord(t *testing.T) {
	known := []string{"claude-code", "codex", "cursor"}
	for word, want := range map[string]string{
		"cursr": "cursor", "codx": "codex", "Cursor": "cursor", "claude": "claude-code", "claude_code": "claude-code",
		"zed": "", "x": "", "": "", "completely-else": "",
	} {
		if got := Word(word, known); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
