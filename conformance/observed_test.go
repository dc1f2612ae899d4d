package conformance

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

var observations struct {
	sync.Mutex
	all []observation
}

// observe keeps what a conversation has shown, unless something in it was wrong:
// the events in the log, and of the decisions those that were compared with what
// the model was told.
func observe(t *testing.T, h Host, came []string, honoured map[string]bool) {
	t.Helper()
	if t.Failed() {
		return
	}
	observations.Lock()
	defer observations.Unlock()
	for _, key := range came {
		event, _, _ := strings.Cut(key, " ")
		if event == "" || strings.ToUpper(event[:1]) != event[:1] {
			continue // a host's own name: an event that means nothing in the vocabulary where it came (the end of a main agent in Oh My Pi)
		}
		observations.all = append(observations.all, observation{Host: h.ID(), Version: version(h), Event: event})
	}
	for key, ok := range honoured {
		event, decision, _ := strings.Cut(key, " ")
		observations.all = append(observations.all, observation{Host: h.ID(), Version: version(h), Event: event, Decision: decision, Honoured: ok})
	}
}

// faultless leaves out the hosts of which something in the run did not end well.
func faultless(all []observation, how []seen) []observation {
	return slices.DeleteFunc(slices.Clone(all), func(o observation) bool {
		return slices.ContainsFunc(how, func(s seen) bool { return s.Host == o.Host && s.Result != "ok" && s.Result != "skipped" })
	})
}

// writeObserved puts what was seen in place of what earlier runs have seen of the
// same version of these hosts, and drops what they have seen of others. An event
// that came only then is kept: not every run has all of them.
func writeObserved(path string, all []observation) error {
	all = slices.Clone(all)
	old, err := readObserved(path)
	if err != nil {
		return err
	}
	for _, o := range old {
		ofIt := func(p observation) bool { return p.Host == o.Host }
		if i := slices.IndexFunc(all, ofIt); i < 0 || all[i].Version == o.Version {
			all = append(all, o)
		}
	}
	slices.SortStableFunc(all, observation.compare)
	all = slices.CompactFunc(all, func(o, p observation) bool { return o.compare(p) == 0 })
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, o := range all {
		if err := enc.Encode(o); err != nil {
			return err
		}
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

func TestObservationsAreMerged(t *testing.T) {
	path := filepath.Join(t.TempDir(), observed)
	first := []observation{{"pi", "1", "Stop", "deny", true}, {"amp", "1", "Stop", "", false}, {"pi", "1", "Stop", "", false}, {"pi", "1", "Stop", "deny", true}}
	if err := writeObserved(path, first); err != nil {
		t.Fatal(err)
	}
	const want = `{"host":"amp","version":"1","event":"Stop"}
{"host":"pi","version":"1","event":"Stop"}
{"host":"pi","version":"1","event":"Stop","decision":"deny","honoured":true}
`
	if got := read(t, path); got != want {
		t.Errorf("got %s", got)
	}
	if got := faultless(first, []seen{{Host: "amp", Result: "ok"}, {Host: "pi", Result: "ok"}, {Host: "pi", Result: "FAILED"}}); len(got) != 1 || got[0].Host != "amp" {
		t.Errorf("of hosts with faults: %v", got)
	}
	// the same version again: what changed counts, what did not come stays; another one: nothing stays
	if err := writeObserved(path, []observation{{"pi", "1", "Stop", "deny", false}, {"amp", "2", "PreToolUse", "", false}}); err != nil {
		t.Fatal(err)
	}
	const later = `{"host":"amp","version":"2","event":"PreToolUse"}
{"host":"pi","version":"1","event":"Stop"}
{"host":"pi","version":"1","event":"Stop","decision":"deny"}
`
	if got := read(t, path); got != later {
		t.Errorf("got %s", got)
	}
}
