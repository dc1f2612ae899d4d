package hook

import (
	"sync"

	"agentconnector/pkg/regex"
)

// maxPatterns bounds how many patterns are kept.
const maxPatterns = 1000

// patterns are those that this process has read: serve needs the ones of a
// definition at every event, and several handlers at once may.
var patterns struct {
	mu   sync.Mutex
	read map[string]*pattern
}

// pattern is a regular expression, one match at a time: it makes its program
// when it first needs it.
type pattern struct {
	mu sync.Mutex
	re *regex.Regex
}

func (p *pattern) Match(s string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.re.Match(s)
}

// compile is regex.Parse with a memory.
func compile(expr string) (*pattern, error) {
	patterns.mu.Lock()
	defer patterns.mu.Unlock()
	if p := patterns.read[expr]; p != nil {
		return p, nil
	}
	re, err := regex.Parse(expr)
	if err != nil {
		return nil, err
	}
	if patterns.read == nil || len(patterns.read) >= maxPatterns {
		patterns.read = map[string]*pattern{}
	}
	p := &pattern{re: re}
	patterns.read[expr] = p
	return p, nil
}
