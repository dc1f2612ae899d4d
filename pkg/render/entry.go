package render

import (
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// itemEntry is an item as an object in a file of settings: the fields that its own file
// would have, and its text under the key body.
func itemEntry(h *host.Host, c *host.Content, body string, it item) wire.Raw {
	var e objectHead
	fields(&e, h, c, c.Fields, it)
	e.put(body, ended(spoken(c, it)))
	return e.bytes()
}

// objectHead is head for an object.
type objectHead struct{ object }

func (e *objectHead) text(key, value string) {
	if value != "" {
		e.put(key, value)
	}
}

func (e *objectHead) list(key string, values []string) {
	if len(values) > 0 {
		e.put(key, values)
	}
}

func (e *objectHead) flag(key string, value bool) {
	switch {
	case !value:
	case strings.Contains(key, ": "):
		e.says(key)
	default:
		e.put(key, true)
	}
}

func (e *objectHead) says(lines string) {
	for line := range strings.Lines(lines) {
		if k, v, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			e.put(k, v)
		}
	}
}

func (e *objectHead) any(key string, value any) {
	if !e.has(key) {
		e.put(key, value)
	}
}

func (e *objectHead) rules(key string, l limits) {
	var o object
	for _, r := range rulesOf(l) {
		o.put(r.tool, r.says)
	}
	if len(o) > 0 {
		e.put(key, o)
	}
}
