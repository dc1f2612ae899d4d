package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// seen is what the conformance suite has seen one host do (conformance/observed.ndjson,
// which it writes).
type seen struct {
	version string
	came    []string            // events
	said    map[string][]string // event → decisions that were honoured
}

// observations reads what was seen of each host, by its id.
func observations(root string) (map[string]*seen, error) {
	b, err := os.ReadFile(filepath.Join(root, "conformance", "observed.ndjson"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	all := map[string]*seen{}
	for line := range bytes.Lines(b) {
		var o struct {
			Host, Version, Event, Decision string
			Honoured                       bool
		}
		if err := json.Unmarshal(line, &o); err != nil {
			return nil, err
		}
		s := all[o.Host]
		if s == nil {
			s = &seen{version: o.Version, said: map[string][]string{}}
			all[o.Host] = s
		}
		switch {
		case o.Decision == "":
			s.came = append(s.came, o.Event)
		case o.Honoured:
			s.said[o.Event] = append(s.said[o.Event], o.Decision)
		}
	}
	return all, err
}

// claims says of what the file claims on an event what was observed, and in which
// version, and what is so by documents alone.
func (s *seen) claims(e *host.Event) string {
	if s == nil || e.Canonical == "" || e.ParseOnly {
		return "doc"
	}
	var observed, doc []string
	put := func(claim string, is bool) {
		if is {
			observed = append(observed, claim)
		} else {
			doc = append(doc, claim)
		}
	}
	put("comes", slices.Contains(s.came, e.Canonical))
	for _, d := range decisions {
		if e.Can(d) {
			put(d, slices.Contains(s.said[e.Canonical], d))
		}
	}
	switch {
	case len(observed) == 0:
		return "doc"
	case len(doc) == 0:
		return "observed " + s.version
	}
	return "observed " + s.version + ": " + strings.Join(observed, ", ") + "; doc: " + strings.Join(doc, ", ")
}

// decisions are those that a host can honour on an event.
var decisions = []string{wire.Deny, wire.Ask, wire.Modify, wire.Context, host.Grant}
