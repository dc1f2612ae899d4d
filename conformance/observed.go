package conformance

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
)

// observed is the file of what the suite has seen the hosts do. The page of the
// hosts is made from it, so it is committed. Of a host with which something was wrong
// in a run it gets nothing.
const observed = "observed.ndjson"

// observation is one thing that a host did: an event came, or the model was told
// what a decision on it says, or not.
type observation struct {
	Host     string `json:"host"`
	Version  string `json:"version"`
	Event    string `json:"event"`
	Decision string `json:"decision,omitempty"` // empty: the event alone
	Honoured bool   `json:"honoured,omitempty"`
}

func (o observation) compare(p observation) int {
	return cmp.Or(strings.Compare(o.Host, p.Host), strings.Compare(o.Event, p.Event), strings.Compare(o.Decision, p.Decision))
}

// readObserved reads such a file; none has nothing.
func readObserved(path string) ([]observation, error) {
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []observation
	for line := range bytes.Lines(b) {
		var o observation
		if err := json.Unmarshal(line, &o); err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}
