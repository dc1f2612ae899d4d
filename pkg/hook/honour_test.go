package hook

import (
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// TestEveryDecisionIsHonouredOrLogged: over all hosts, events and decisions, the
// host is told in words that its file has for the decision, or the log says what
// became of it and why.
func TestEveryDecisionIsHonouredOrLogged(t *testing.T) {
	n := 0
	for _, h := range host.Callers {
		for _, ev := range specimens(h) {
			for _, q := range asked {
				d := q.d
				if d.kind == wire.Allow && !d.grant {
					continue // no opinion
				}
				name := d.kind
				if name == wire.Allow {
					name = host.Grant
				}
				n++
				a := reply(h, ev, &d)
				c := &call{log: &journal{}}
				c.report(&a)
				said := strings.Join(c.log.said, "; ")
				e := h.Native(ev.NativeEvent)
				switch {
				case a.honored() && !e.Can(name):
					t.Errorf("%s %s: %s passes for honoured, and the host's file has no word for it", h.ID, ev.NativeEvent, q.name)
				case a.honored() && len(a.dropped) > 0 && !strings.Contains(said, "dropped"):
					t.Errorf("%s %s: %s: what was dropped is not logged: %q", h.ID, ev.NativeEvent, q.name, said)
				case !a.honored() && (a.why == "" || !strings.Contains(said, d.kind+" became "+a.degraded+": "+a.why)):
					t.Errorf("%s %s: %s: what became of it is not logged: %q", h.ID, ev.NativeEvent, q.name, said)
				case !a.honored() && a.text == h.Quiet(ev.NativeEvent) && a.stderr == "" && a.degraded != wire.Allow:
					t.Errorf("%s %s: %s became %s, but nothing is said to the host", h.ID, ev.NativeEvent, q.name, a.degraded)
				}
			}
		}
	}
	if n < 2000 {
		t.Errorf("only %d decisions were tried", n)
	}
}
