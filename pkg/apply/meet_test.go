package apply

import "testing"

func TestNarrower(t *testing.T) {
	for _, c := range [][3]string{
		{"json", "json", "json"}, {"json", "jsonc", "json"}, {"jsonc", "json", "json"}, {"json5", "jsonc", "jsonc"},
		{"toml", "toml", "toml"}, {"block", "block", "block"}, {"toml", "json", ""}, {"json", "yaml", ""}, {"block", "file", ""},
	} {
		if got := narrower(c[0], c[1]); got != c[2] {
			t.Errorf("a file of %s and %s is taken for %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
