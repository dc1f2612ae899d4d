// Package hosts tells the meter what it needs to know of hosts.
package hosts

import (
	"agentconnector/pkg/host"
	"agentconnector/pkg/meter"
)

// Known are the hosts that we know.
var Known = meter.Hosts{
	ByClient: func(name string) string {
		if h := host.ByClient(name); h != nil {
			return h.ID
		}
		return ""
	},
	Defers: func(id string) bool { h := host.Find(id); return h != nil && h.Server.Defers },
}
