package host

import "testing"

// TestOneFormatForAFile: whatever surface and whichever host, a file has one
// format; ac-apply refuses a plan that takes it for two.
func TestOneFormatForAFile(t *testing.T) {
	for _, os := range []string{"linux", "darwin", "windows"} {
		home := map[string]string{"windows": `C:\Users\jo`}[os]
		if home == "" {
			home = "/home/jo"
		}
		e := Env{OS: os, Home: home, Project: Join(os, home, "shop"), Getenv: func(string) string { return "" }}
		formats := map[string]string{}
		for _, h := range All {
			for scope, places := range h.Record(e, func(string) bool { return false }).Scopes {
				for surface, p := range places {
					if was := formats[p.Path]; was != "" && was != p.Format {
						t.Errorf("%s: %s, %s of %s at scope %s and elsewhere %s", os, p.Path, p.Format, surface, h.ID+"'s "+scope, was)
					}
					formats[p.Path] = p.Format
				}
			}
		}
	}
}
