package hook

import (
	"sync"
	"sync/atomic"

	"agentconnector/pkg/regex"
)

// maxPatterns bounds how many patterns are kept.
const maxPatterns = 1000

// patterns are those that this process has read: serve needs the ones of a
// definition at every event, and several handlers at once may. A process for
// one event keeps none.
var patterns struct {
	keep atomic.Bool
	mu   sync.Mutex
	read map[string]*regex.Regex
}

// compile is regex.Parse with a memory.
func compile(expr string) (*regex.Regex, error) {
	if !patterns.keep.Load() {
		return regex.Parse(expr)
	}
	patterns.mu.Lock()
	defer patterns.mu.Unlock()
	if re := patterns.read[expr]; re != nil {
		return re, nil
	}
	re, err := regex.Parse(expr)
	if err != nil {
		return nil, err
	}
	if patterns.read == nil || len(patterns.read) >= maxPatterns {
		patterns.read = map[string]*regex.Regex{}
	}
	patterns.read[expr] = re
	return re, nil
}
