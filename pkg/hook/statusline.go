package hook

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"time"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// statusLimit is how long a status line may take: it is made again and again,
// and the host waits.
const statusLimit = 3 * time.Second

// statusEvent is the name under which a status line's command gets its call.
const statusEvent = "statusline"

// statusline prints the connector's line. Whatever goes wrong is an empty line
// and a line in the log: a line under a prompt must never get in the way.
func statusline(w *world.World, argv []string) int {
	args := parse(argv)
	id := ""
	if len(args.names) > 0 {
		id = args.names[0]
	}
	c := newCall(w, orUnknown(id), statusEvent, args.connector, false)
	text, err := c.status()
	if err != nil {
		if text = ""; !args.shared || !errors.Is(err, errNotInstalled) {
			c.log.errorf("%v", err)
		}
	}
	io.WriteString(w.Stdout, text+"\n")
	return world.OK
}

// orUnknown is a host, or one of that name about which nothing is known.
func orUnknown(id string) *host.Caller {
	if h := host.FindCaller(id); h != nil {
		return h
	}
	return &host.Caller{ID: id, Name: id}
}

// status makes the text. It never panics.
func (c *call) status() (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			text, err = "", fmt.Errorf("panic: %v", r)
		}
	}()
	if host.FindCaller(c.host.ID) == nil {
		return "", fmt.Errorf("unknown host %q: %s", c.host.ID, knownHosts())
	}
	b, err := readPayload(c.w.Stdin, min(maxWait, statusLimit))
	if err != nil {
		return "", err
	}
	b = clean(b)
	o, err := parseObject(b)
	if err != nil {
		return "", fmt.Errorf("payload: %w", err)
	}
	ctx := statusContext(c.host, c.connector, b, o)
	c.ev.Cwd, c.ev.ProjectDir, c.ev.SessionID = ctx.Cwd, ctx.ProjectDir, ctx.SessionID
	c.ev.Event, c.ev.NativeEvent = statusEvent, statusEvent
	if c.file == nil {
		if c.installed, err = find(c.home, c.connector, c.ev); err != nil {
			return "", err
		}
	}
	d := c.file.Statusline
	switch {
	case d == nil:
		return "", fmt.Errorf("%s has no status line", c.connector)
	case slices.Contains(d.Off, c.host.ID):
		return "", fmt.Errorf("%s leaves its status line out on %s", c.connector, c.host.Name)
	case d.Template != "":
		return lines(fillTemplate(d.Template, ctx), d.MaxLines), nil
	}
	res := c.runCommand(d.Command, c.ev, append(encode(ctx), '\n'), statusLimit)
	if res.err != nil {
		return "", fmt.Errorf("%s: %w: %s", d.Command[0], res.err, bytes.TrimSpace(res.stderr))
	}
	return lines(string(res.stdout), d.MaxLines), nil
}

// statusContext reads a host's payload. Most have the keys of Claude Code 2.1.332
// (strings of the program); what a host is known to send stands in TestStatusFields,
// with its source. What is not found is told as unknown.
func statusContext(h *host.Caller, connector string, payload raw, o object) *wire.StatuslineContext {
	ctx := &wire.StatuslineContext{Host: h.ID, Connector: connector, Raw: payload,
		SessionID:  o.text("session_id|sessionId"),
		Cwd:        o.text("cwd|workspace.current_dir"),
		ProjectDir: o.text("workspace.project_dir"),
		Transcript: o.text("transcript_path"),
		CostUSD:    float(o.at("cost.total_cost_usd")),
	}
	m := wire.StatusModel{ID: o.text("model.id"), DisplayName: o.text("model.display_name|model")}
	if m != (wire.StatusModel{}) {
		ctx.Model = &m
	}
	w := o.sub("context_window")
	s := wire.StatusContext{UsedTokens: usedTokens(w, o), Percent: float(w.at("used_percentage"))}
	if size := max(integer(w.at("context_window_size")), integer(o.at("maxContextTokens"))); size > 0 {
		s.MaxTokens = &size
	}
	if s.Percent == nil && s.UsedTokens != nil && s.MaxTokens != nil {
		p := 100 * float64(*s.UsedTokens) / float64(*s.MaxTokens)
		s.Percent = &p
	}
	if s != (wire.StatusContext{}) {
		ctx.Context = &s
	}
	return ctx
}

// usedTokens is what the last request had in its context: a number, or the parts
// of one. The totals beside it run over the whole session and say nothing about it.
func usedTokens(w, o object) *int64 {
	if n := cmp.Or(integer(w.at("current_usage")), integer(o.at("contextTokens"))); n > 0 {
		return &n
	}
	u := w.sub("current_usage")
	if u == nil {
		return nil
	}
	n := integer(u.at("input_tokens")) + integer(u.at("cache_creation_input_tokens")) + integer(u.at("cache_read_input_tokens"))
	return &n
}

// float is a number, if it is one.
func float(v raw) *float64 {
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return &f
}
