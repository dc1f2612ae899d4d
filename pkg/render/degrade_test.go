package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// told are the words of which one must be in what is said of a decision that a
// host does not honour, or not always.
var toldBy = map[string][]string{
	wire.Deny: {"deny has no effect", "deny counts only"}, wire.Ask: {"ask becomes deny", "ask counts only"},
	wire.Modify: {"the change is dropped", "modify counts only"}, wire.Context: {"the context is dropped", "context counts only"},
	host.Grant: {"the permission is not given", "grant counts only"},
}

// TestEveryDecisionIsHonouredOrTold: over all hosts, events and decisions, what
// explain and the notices of the plan say is what the host's file says.
func TestEveryDecisionIsHonouredOrTold(t *testing.T) {
	for _, h := range host.All {
		if len(h.Hooks.Events) == 0 {
			continue
		}
		for _, event := range wire.Events {
			for _, d := range []string{wire.Deny, wire.Ask, wire.Modify, wire.Context, host.Grant} {
				part := map[string]string{wire.Modify: `"updatedInput":{"a":1}`, wire.Context: `"additionalContext":"c"`}[d]
				if part == "" {
					part = `"reason":"r"`
				} else if d == wire.Modify && strings.HasPrefix(event, "Post") {
					part = `"updatedOutput":"o"`
				}
				asked := fmt.Sprintf(`{"rules":[{"decision":%q,%s}]}`, d, part)
				if d == host.Grant {
					if !strings.Contains(meant[event], d) {
						continue
					}
					asked = `{"command":["x"]}` // a rule cannot give a permission
				}
				c := parse(t, fmt.Sprintf(`"hooks": {%q: {"handler": %s}}`, event, asked))
				r := render(t, on(t, machines[0], h), c, Options{Targets: []string{h.ID}})
				i := slices.IndexFunc(r.Explain(), func(e wire.Explain) bool { return e.Surface == wire.Hooks && e.Host == h.ID })
				if i < 0 {
					t.Fatalf("%s: nothing is explained of its hooks", h.ID)
				}
				said := r.Explain()[i].Reason
				var notices []string
				for _, n := range r.Plan.Notices {
					notices = append(notices, n.Message)
				}
				for _, text := range []string{said, strings.Join(notices, "; ")} {
					if want := lossOf(h, event, d); !slices.ContainsFunc(want, func(w string) bool { return strings.Contains(text, w) }) {
						t.Errorf("%s %s %s: none of %q in %q", h.ID, event, d, want, text)
					}
				}
			}
		}
	}
}

// lossOf are the words that tell of the loss of a decision; the empty one if
// there is no loss.
func lossOf(h *host.Host, event, decision string) []string {
	if h.Event(event) == nil {
		return []string{"fires no " + event, "runs no hooks of scope"}
	}
	for e := range h.EventsOf(event) {
		always := slices.ContainsFunc(e.Says, func(s host.Say) bool { return s.Decision == decision && s.If == host.Always })
		if !always {
			return append([]string{"runs no hooks of scope"}, toldBy[decision]...)
		}
	}
	return []string{""}
}
