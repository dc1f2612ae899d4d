package main

import (
	"fmt"
	"strings"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/home"
	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/logstore/segment"
	"agentconnector/pkg/report"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// scan hands the events of a log that match to add, oldest file first.
func scan(dir string, f report.Filter, add func(*wire.Event) error) (report.Skipped, error) {
	r := eventReader{filter: f, add: add}
	st, err := segment.Scan(dir, f.Since, r.line)
	r.skipped.Torn, r.skipped.Damaged, r.skipped.Gone = st.Torn, st.Damaged, st.Gone
	return r.skipped, err
}

// eventReader makes events of lines.
type eventReader struct {
	filter  report.Filter
	add     func(*wire.Event) error // which has the event only during the call
	skipped report.Skipped
	event   wire.Event
}

func (r *eventReader) line(line []byte) error {
	e := &r.event
	*e = wire.Event{}
	if jsonl.Decode(line, e) != nil {
		return segment.ErrTorn
	}
	if e.Schema != wire.SchemaEvent && wire.Check(strings.Clone(e.Schema), wire.SchemaEvent) != nil {
		r.skipped.Foreign++
		return nil
	}
	e.ProjectKey = r.filter.Today(e.ProjectKey)
	if !r.filter.Match(wire.Measure{TS: e.TS, Connector: e.Connector, Host: e.Host, ProjectKey: e.ProjectKey}) {
		return nil
	}
	return r.add(e)
}

// none says that nothing was looked at, which is not that all is well.
func none(w *world.World, f *flags, dir string) {
	if !f.Quiet {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("no events in %s that match%s; ac observe on has all hosts keep them", dir, switched(w, home.Dir(w))))
	}
}
