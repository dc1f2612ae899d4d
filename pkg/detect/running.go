package detect

import (
	"fmt"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/world"
)

// HostVar says which host is running, over all detection.
const HostVar = "AGENT_CONNECTOR_HOST"

// optIns are variables of seed 000 with which a user names the host of a
// server whose host sets no variable of its own.
var optIns = []string{"MCP_CLIENT", "NEW_RELIC_AI_PLATFORM"}

// Running is the host that this process runs under and the variable that says
// so; nil if none does. Hosts are asked in the order of host.All, forks before
// their parents: a fork often sets its parent's variables too.
func Running(w *world.World) (h *host.Host, evidence string, err error) {
	if id := strings.TrimSpace(w.Getenv(HostVar)); id != "" {
		if h = host.Find(id); h == nil {
			return nil, "", fmt.Errorf("%s names %q, which is no host\nhint: known are %s", HostVar, id, strings.Join(host.IDs(), ", "))
		}
		return h, HostVar + "=" + id, nil
	}
	for _, h := range host.All {
		for _, s := range h.Runtime {
			if v := w.Getenv(s.Var); v != "" && (s.Value == "" || v == s.Value) {
				return h, s.Var + "=" + v, nil
			}
		}
	}
	for _, name := range optIns {
		v := w.Getenv(name)
		for _, h := range host.All {
			if v != "" && (v == h.ID || contains(h.Client, v)) {
				return h, name + "=" + v, nil
			}
		}
	}
	return nil, "", nil
}
