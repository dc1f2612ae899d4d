package hook

import (
	"errors"

	"agentconnector/pkg/home"
	"agentconnector/pkg/host"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// ErrOff says that nothing is recorded, since the user has switched it off.
var ErrOff = errors.New("recording is switched off")

// Told puts on record what was told of a host by other means than its hooks, such as
// by its own model: as an event of theirs, with the same names, the same redaction,
// in the same log. The line can be completed with what no hook knows; off are the
// switches of config.json by which nothing is recorded.
func Told(w *world.World, h *host.Caller, ev *wire.HandlerEvent, level string, off, withheld []string, complete func(*wire.Event)) error {
	c := &call{w: w, host: h, ev: ev, connector: ev.Connector, start: w.Now(), home: home.Dir(w)}
	c.file = &definition{HookFile: wire.HookFile{Telemetry: len(off) == 0, Off: off, Observe: level, Withhold: withheld}}
	if !recorded(w, c.file) {
		return ErrOff
	}
	nameTool(h, ev)
	ev.ToolInput = canonicalInput(h, ev.NativeTool, ev.ToolInput)
	e := c.logged(&answer{})
	complete(e)
	return logstore.AppendOnce(home.Under(c.home, "logs", logstore.Events), encode(e), twin(e))
}
