package host

import "testing"

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
		if p.Manifest.Path == "" {
			t.Errorf("%s: a plugin without a manifest", h.ID)
		}
		if p.RootText != "" && (p.RootVar != "" || h.Hooks.WindowsCommand != "") {
			t.Errorf("%s: the folder's text is put into the command for sh alone", h.ID)
		}
	}
}
