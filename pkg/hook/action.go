package hook

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"agentconnector/pkg/home"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// actionLimit is how long an action may take if it does not say.
const actionLimit = 30 * time.Second

// action runs what the user has started from the host. Unlike a hook it has
// somebody who waits for it and wants to know: a failure is exit 1 and words.
func action(w *world.World, argv []string) int {
	out, err := acted(w, argv)
	w.Stdout.Write(out)
	if err != nil {
		for line := range strings.Lines(err.Error()) {
			complain(w, strings.TrimRight(line, "\n"))
		}
		return world.Failed
	}
	return world.OK
}

func acted(w *world.World, argv []string) ([]byte, error) {
	args := parse(argv)
	if len(args.names) != 2 || args.connector == "" || len(args.odd) > 0 {
		return nil, fmt.Errorf("usage: %s action HOST ACTION --connector ID", tool)
	}
	h, id := orUnknown(args.names[0]), args.names[1]
	c := newCall(w, h, id, args.connector, false)
	dir := w.Here()
	c.ev.Event, c.ev.NativeEvent, c.ev.Cwd = id, id, dir
	var err error
	if c.installed, err = find(c.home, c.connector, c.ev); err != nil {
		return nil, fmt.Errorf("%w\nhint: ac-apply --list shows what is installed", err)
	}
	i := slices.IndexFunc(c.file.Actions, func(a wire.ActionDef) bool { return a.ID == id })
	if i < 0 || slices.Contains(c.file.Actions[i].Off, h.ID) {
		return nil, fmt.Errorf("%s has no action %q on %s: %s", c.connector, id, h.Name, c.actionIDs())
	}
	a := &c.file.Actions[i]
	call := wire.ActionCall{Host: h.ID, Connector: c.connector, Action: id, Cwd: dir}
	if root := home.Project(dir); isRepo(root) {
		call.ProjectDir = root
	}
	res := c.runCommand(a.Command, c.ev, append(encode(&call), '\n'), limitOf(a.TimeoutMS, actionLimit))
	if res.err != nil {
		c.log.errorf("action %s: %v", id, res.err)
		return res.stdout, fmt.Errorf("action %s of %s failed: %w%s", id, c.connector, res.err, said(res.stderr))
	}
	w.Stderr.Write(res.stderr)
	return res.stdout, nil
}

// said is what a command had to say, on lines of its own.
func said(stderr []byte) string {
	if stderr = bytes.TrimSpace(stderr); len(stderr) > 0 {
		return "\n" + string(stderr)
	}
	return ""
}

func (c *call) actionIDs() string {
	var ids []string
	for _, a := range c.file.Actions {
		if !slices.Contains(a.Off, c.host.ID) {
			ids = append(ids, a.ID)
		}
	}
	if len(ids) == 0 {
		return "it has none"
	}
	return "it has " + strings.Join(ids, ", ")
}
