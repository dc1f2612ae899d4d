package host

import (
	"slices"
	"testing"
)

// TestPlugins: what package render takes for granted of the hosts' plugins.
func TestPlugins(t *testing.T) {
	names := map[string]string{}
	for _, h := range All {
		p := &h.Plugin
		if p.Format == "" {
			continue
		}
		if other, twice := names[p.Format]; twice {
			t.Errorf("%s and %s have a format %s", other, h.ID, p.Format)
		}
		names[p.Format] = h.ID
		if p.Proof == "" {
			t.Errorf("%s: nothing says who has taken its plugins", h.ID)
		}
		if len(p.Install) > 0 && len(p.Listed) > 0 || p.Module != "" != (p.Glue != "") {
			t.Errorf("%s: two ways to install a plugin, or half a module", h.ID)
		}
		for _, d := range p.Install {
			if len(d.Undo) == 0 || !slices.Contains(h.Probe.Bins, d.Do[0]) || d.Do[0] != d.Undo[0] {
				t.Errorf("%s: %q and %q are no commands of its own", h.ID, d.Do, d.Undo)
			}
		}
		if p.Manifest.Path == "" {
			t.Errorf("%s: a plugin without a manifest", h.ID)
		}
		if p.RootText != "" && (p.RootVar != "" || h.Hooks.WindowsCommand != "") {
			t.Errorf("%s: the folder's text is put into the command for sh alone", h.ID)
		}
	}
}
