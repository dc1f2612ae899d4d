package bundle

import (
	"fmt"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/wire"
)

// draft is a standard artifact in the making: what the connector does not say
// and the standard wants, all of it, and what the artifact cannot hold.
type draft struct {
	c       *connector.Connector
	format  string
	lacks   []string
	notices []wire.Notice
}

// published is what registries want to know; nothing, if the connector says
// nothing.
func published(c *connector.Connector) connector.Publish {
	if c.Publish == nil {
		return connector.Publish{}
	}
	return *c.Publish
}

// lack notes what is missing or wrong, by the path in connector.json.
func (d *draft) lack(path, found, want string) {
	d.lacks = append(d.lacks, fmt.Sprintf("%s: found %s, expected %s", path, found, want))
}

// need notes a text that is not there.
func (d *draft) need(path, value, want string) {
	if value == "" {
		d.lack(path, "nothing", want)
	}
}

func (d *draft) say(level, surface, message string, args ...any) {
	d.notices = append(d.notices, wire.Notice{Schema: wire.SchemaNotice, Level: level, Surface: surface, Message: fmt.Sprintf(message, args...)})
}

// refused is the error of an artifact that cannot be made.
func (d *draft) refused() error {
	if len(d.lacks) == 0 {
		return nil
	}
	return fmt.Errorf("%s cannot be made of %s:\n%s", d.format, d.c.ID, strings.Join(d.lacks, "\n"))
}

// serverAlone tells of each other surface that it is not in the artifact, and of
// each setting of the server that the standard has no place for.
func (d *draft) serverAlone() {
	for _, s := range d.c.Surfaces() {
		if s != wire.Server {
			d.say(wire.LevelInfo, s, "left out: %s holds the server alone", d.format)
		}
	}
	s := d.c.Server
	if s == nil {
		return
	}
	for _, f := range []struct {
		set  bool
		name string
	}{{s.Cwd != "", "cwd"}, {len(s.Tools.Include)+len(s.Tools.Exclude) > 0, "tools"}, {s.TimeoutMS > 0, "timeoutMs"}} {
		if f.set {
			d.say(wire.LevelWarn, wire.Server, "server.%s is left out: %s has no place for it", f.name, d.format)
		}
	}
}

// explain is what becomes of each surface in an artifact that holds the server alone,
// by what was said of it.
func (d *draft) explain() (rows []wire.Explain) {
	for _, s := range d.c.Surfaces() {
		row := wire.Explain{Schema: wire.SchemaExplain, Host: d.format, Surface: s, Support: "native"}
		if s != wire.Server {
			row.Support = "skipped"
		}
		var why []string
		for _, n := range d.notices {
			if n.Surface != s {
				continue
			}
			why = append(why, n.Message)
			if n.Level == wire.LevelWarn && s == wire.Server {
				row.Support = "degraded"
			}
		}
		row.Reason = strings.Join(why, "; ")
		rows = append(rows, row)
	}
	return rows
}

// quoted is a text as it was found; nothing if there is none.
func quoted(s string) string {
	if s == "" {
		return "nothing"
	}
	return fmt.Sprintf("%q", s)
}
