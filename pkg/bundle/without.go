package bundle

import (
	"slices"
	"strings"

	"agentconnector/pkg/interp"
	"agentconnector/pkg/node"
	"agentconnector/pkg/wire"
)

// without is the value of a patch, of which what only the values of variables
// could fill in is left out. Not ok: what is left is of no use.
func without(p *wire.Patch) (value wire.Raw, ok bool) {
	words, refs := node.Read(p.Value)
	out := map[string]bool{}
	for _, r := range refs {
		if !interp.HasRef(string(r.Value)) {
			continue
		}
		if r.InArray || len(r.At) == 0 || slices.Contains(p.Needs, r.At[0]) {
			return nil, false
		}
		out[strings.Join(r.At, "\x00")] = true
	}
	value = node.Rewrite(words, func(at []string, _ wire.Raw) (wire.Raw, bool) {
		return nil, out[strings.Join(at, "\x00")]
	})
	return value, value != nil
}
