package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"agentconnector/pkg/home"
	"agentconnector/pkg/host"
	"agentconnector/pkg/world"
)

// verdict is what simulate prints.
type verdict struct {
	Honored  bool   // the host does what was decided
	Decision string // what the handlers decided
	Degraded string // what becomes of it instead
	Reply    raw    // what the host gets on stdout; null: nothing
	Exit     int64  // with this exit status
	Stderr   string // and this on stderr
	Why      string
}

func (v *verdict) append(out []byte) []byte {
	return appendFields(out, field{"honored", &v.Honored}, field{"decision", &v.Decision}, field{"degraded?", &v.Degraded},
		field{"reply", &v.Reply}, field{"exit?", &v.Exit}, field{"stderr?", &v.Stderr}, field{"why?", &v.Why})
}

// simulate runs a payload through a connector's hooks as a host would, and says
// whether the host would do what was decided. The handlers do run; nothing is
// logged.
func simulate(w *world.World, args []string) int {
	v, err := simulated(w, args)
	if err != nil {
		for line := range strings.Lines(err.Error()) {
			complain(w, strings.TrimRight(line, "\n"))
		}
		return world.Usage
	}
	if _, err := w.Stdout.Write(append(v.append(nil), '\n')); err != nil {
		return world.Failed
	}
	return world.OK
}

func simulated(w *world.World, args []string) (*verdict, error) {
	if len(args) != 3 {
		return nil, fmt.Errorf("simulate takes a host, an event and a connector\nusage: %s simulate HOST EVENT CONNECTOR < payload", tool)
	}
	h := host.FindCaller(args[0])
	if h == nil {
		return nil, fmt.Errorf("unknown host %q: %s", args[0], knownHosts())
	}
	if args[1] == statusEvent {
		return simulatedStatus(w, h, args[2])
	}
	if h.Native(args[1]) == nil && h.Event(args[1]) == nil {
		return nil, fmt.Errorf("%s has no event %q: %s", h.Name, args[1], eventsOf(h))
	}
	c := newCall(w, h, args[1], args[2], false)
	c.log.path = "" // what is simulated did not happen
	if err := c.bring(args[2]); err != nil {
		return nil, err
	}
	o, err := c.read()
	if err != nil {
		return nil, fmt.Errorf("stdin: %w\nhint: pipe a payload of %s into it", err, h.Name)
	}
	if c.file == nil {
		if c.installed, err = find(c.home, c.connector, c.ev); err != nil {
			return nil, fmt.Errorf("%w\nhint: ac-apply --list shows what is installed; a path to a hook.json will do, too", err)
		}
	}
	c.ev = normalise(h, c.connector, c.event, c.ev.Raw, o)
	return c.verdict(), nil
}

// simulatedStatus makes a status line as the host would have it made.
func simulatedStatus(w *world.World, h *host.Caller, connector string) (*verdict, error) {
	c := newCall(w, h, statusEvent, connector, false)
	c.log.path = ""
	if err := c.bring(connector); err != nil {
		return nil, err
	}
	v := &verdict{Decision: statusEvent, Honored: len(h.Status.At) > 0}
	text, err := c.status()
	switch {
	case err != nil:
		v.Honored, v.Why = false, err.Error()
	case !v.Honored:
		v.Why = h.Name + " has no status line that a command makes"
	default:
		v.Reply = encode(text)
	}
	return v, nil
}

// bring loads the definition if the argument is a path.
func (c *call) bring(arg string) error {
	path := arg
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.w.Dir, path)
	}
	fi, err := os.Stat(path)
	if err != nil && validID(arg) { // an id, unless there is such a file
		return nil
	}
	if err != nil {
		return err
	}
	if !fi.IsDir() {
		if filepath.Base(path) != hookFile {
			return fmt.Errorf("%s is not compiled: simulate reads the %s of an installed connector\nhint: ac install writes it to %s", arg, hookFile, home.Connectors(c.home))
		}
		path = filepath.Dir(path)
	}
	if _, err := os.Stat(filepath.Join(path, hookFile)); err != nil && validID(arg) {
		return nil // a folder that happens to have the id's name
	}
	c.installed = installed{dir: path}
	if err := c.installed.read(); err != nil {
		return err
	}
	c.connector = c.file.Connector
	return nil
}

func (c *call) verdict() *verdict {
	a := c.decided()
	v := &verdict{Honored: a.honored(), Decision: a.decision, Degraded: a.degraded, Exit: int64(a.exit), Stderr: a.stderr}
	if v.Reply = raw(a.text); a.text != "" && !valid(v.Reply) {
		v.Reply = encode(a.text)
	}
	why := append([]string{}, a.dropped...)
	if a.why != "" {
		why = append([]string{a.why}, why...)
	}
	if c.asked == 0 {
		why = append(why, fmt.Sprintf("no hook of %s takes this event", c.connector))
	}
	v.Why = strings.Join(append(why, c.log.said...), "; ")
	return v
}

// eventsOf lists the events that a host knows, by the host's own names.
func eventsOf(h *host.Caller) string {
	var names []string
	for _, e := range h.Hooks.Events {
		names = append(names, e.Native)
	}
	return strings.Join(names, ", ")
}
