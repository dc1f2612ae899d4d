package doctor

import (
	"slices"

	"agentconnector/pkg/wire"
)

// above tells of files that nobody but their owner writes, and that may change or
// forbid what is installed on a host: of the system, of those who run the machine,
// of a profile.
func (d *look) above(h wire.Host) {
	for _, a := range h.Above {
		for _, e := range d.Edits {
			if !slices.Contains(a.Surfaces, e.Surface) || !slices.Contains(e.Hosts, h.ID) {
				continue
			}
			level := wire.LevelInfo
			if a.Off {
				level = wire.LevelWarn
			}
			d.tell(wire.Finding{Level: level, Host: h.ID, Surface: e.Surface, Connector: e.Connector, Message: a.Note, Places: []string{a.Path}})
		}
	}
}
