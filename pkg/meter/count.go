package meter

import (
	"bytes"
	"encoding/json"
	"reflect"
	"sync/atomic"

	"agentconnector/pkg/mcp"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
)

const (
	// countLimit is how much of one text is really tokenised: some 50 ms of
	// work. The rest is taken to be like it.
	countLimit = 4 << 20
	// compareLimit bounds the comparison of structuredContent with the text.
	compareLimit = 256 << 10
)

// counter counts texts.
type counter struct {
	encs  map[string]*tokens.Encoding
	fix   tokens.Calibration
	hurry atomic.Bool // only bytes/4 from now on: the client waits for our end
}

// text adds the tokens of a text to a record's sum and label.
func (c *counter) text(r *wire.Measure, family, text string) int64 {
	if text == "" {
		return 0
	}
	name, label := tokens.ForFamily(family)
	e := c.encoding(name)
	if e == nil {
		r.Confidence = wire.Heuristic
		return int64(tokens.Heuristic(len(text)))
	}
	s := e.Sum(text, countLimit)
	if !s.Sure {
		label = wire.Heuristic
	}
	n, label := c.fix.Apply(family, s.Tokens, label)
	r.Confidence = tokens.Weaker(r.Confidence, label)
	return int64(n)
}

// guess is the count of what was not read: bytes/4.
func (c *counter) guess(r *wire.Measure, size int) int64 {
	r.Confidence = wire.Heuristic
	return int64(tokens.Heuristic(size))
}

// warm loads the vocabulary while nobody waits for a count: a host such as
// Codex ends its servers right after their last answer, and a count that is
// still loading then would be lost.
func (c *counter) warm() {
	if e := c.encoding(tokens.Default); e != nil {
		e.Count("warm")
	}
}

// encoding is nil when there is no time or no vocabulary.
func (c *counter) encoding(name string) *tokens.Encoding {
	if c.hurry.Load() {
		return nil
	}
	e, ok := c.encs[name]
	if !ok {
		e, _ = tokens.Get(name)
		if c.encs == nil {
			c.encs = map[string]*tokens.Encoding{}
		}
		c.encs[name] = e
	}
	return e
}

// blocks sums content blocks, each in its own way.
func (c *counter) blocks(r *wire.Measure, family string, all []mcp.Block) (n int64) {
	for _, b := range all {
		switch b.Kind {
		case mcp.Image:
			n += picture(family, b.Data)
			r.Confidence = wire.Heuristic
		case mcp.Audio:
			n += recording(family, b.Data)
			r.Confidence = wire.Heuristic
		case mcp.Unknown:
			n += c.text(r, family, b.Text)
			r.Confidence = wire.Heuristic
		default:
			n += c.text(r, family, b.Text)
		}
	}
	return n
}

// toolResult counts what a model reads of a tool's result: the content blocks,
// and structuredContent unless a text block says the same, as the protocol
// asks servers to do; then the larger of the two counts. A result that has
// neither is counted whole.
func (c *counter) toolResult(r *wire.Measure, family string, result []byte) int64 {
	content, structured := mcp.Member(result, "content"), mcp.Member(result, "structuredContent")
	if null(content) && null(structured) {
		return c.text(r, family, string(result))
	}
	all := mcp.Blocks(content)
	n := c.blocks(r, family, all)
	if null(structured) {
		return n
	}
	s := c.text(r, family, string(structured))
	for _, b := range all {
		if b.Kind == mcp.Words && sameJSON(b.Text, structured) {
			return n + max(0, s-c.text(r, family, b.Text))
		}
	}
	return n + s
}

// arguments counts a tool's arguments as JSON; a bare string as its text.
func (c *counter) arguments(r *wire.Measure, family string, raw []byte) int64 {
	if null(raw) {
		return 0
	}
	if s, ok := mcp.Text(raw); ok {
		return c.text(r, family, s)
	}
	return c.text(r, family, string(raw))
}

func null(raw []byte) bool { return len(raw) == 0 || raw[0] == 'n' }

// sameJSON says whether a text is the JSON of a value, in whatever spelling.
func sameJSON(text string, value []byte) bool {
	if len(text) > compareLimit || len(value) > compareLimit {
		return false
	}
	a, aok := decode([]byte(text))
	b, bok := decode(value)
	return aok && bok && reflect.DeepEqual(a, b)
}

func decode(raw []byte) (v any, ok bool) {
	if !mcp.Valid(raw) {
		return nil, false
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return v, d.Decode(&v) == nil
}
