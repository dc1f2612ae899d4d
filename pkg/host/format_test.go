package host

import "testing"

// A file has one format, whatever of a host stands in it: a plan that takes a file
// for JSON here and for JSONC there is refused (seen with Qwen Code's settings.json).
func TestAFileOfAHostHasOneFormat(t *testing.T) {
	for _, h := range All {
		formats := map[string]Format{}
		add := func(what string, f Format, places ...Loc) {
			for _, p := range places {
				if p.Path == "" || f == "" || f == File || f == Block {
					continue
				}
				if had := formats[p.Path]; had != "" && had != f {
					t.Errorf("%s: %s is %s for its %s, and %s for something else", h.ID, p.Path, f, what, had)
				}
				formats[p.Path] = f
			}
		}
		add("server", h.Server.Format, h.Server.User, h.Server.Project, h.Server.Local)
		add("hooks", h.Hooks.Format, h.Hooks.User, h.Hooks.Project)
		add("settings", h.Config.Format, h.Config.User, h.Config.Project, h.Config.Local)
		add("status line", h.Status.Format, h.Status.User, h.Status.Local)
		if len(formats) == 0 && h.Supports("server") && h.Server.Format != File {
			t.Errorf("%s: no file with a format", h.ID)
		}
	}
}
