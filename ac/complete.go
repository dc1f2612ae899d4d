package main

import (
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// values are the ids that a shell may complete: of hosts, which ac-detect knows,
// and of what is installed.
func values(command, name string) (ids []string) {
	w := world.Real()
	switch {
	case name == "target" || name == "host":
		ids, _ = found(w, step{"ac-detect", []string{"--json", "--all"}})
	case name == "id" && command != "install":
		var all []wire.Installed
		if ask(w, &all, "--list") == nil {
			for _, i := range all {
				ids = append(ids, i.ID)
			}
		}
	}
	return ids
}
