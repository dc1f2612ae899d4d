package tokens

import (
	"strings"

	"agentconnector/pkg/wire"
)

// Model families, as the connector's modelFamilyHint names them.
const (
	Auto      = "auto" // go by the client's name
	OpenAI    = "openai"
	Anthropic = "anthropic"
	Generic   = "generic"
)

// Family is the model family: the hint, unless it is empty or "auto"; else
// what the name that an MCP client gives itself suggests (seed 002).
func Family(hint, client string) string {
	switch h := strings.ToLower(hint); h {
	case OpenAI, Anthropic, Generic:
		return h
	}
	client = strings.ToLower(client)
	for _, f := range []struct{ part, family string }{
		{"claude", Anthropic}, {"anthropic", Anthropic},
		{"codex", OpenAI}, {"gpt", OpenAI}, {"openai", OpenAI},
	} {
		if strings.Contains(client, f.part) {
			return f.family
		}
	}
	return Generic
}

// ForFamily is the encoding to count with, and how sure the count is. Only
// OpenAI publishes its vocabulary; for all others the default is the nearest.
func ForFamily(family string) (encoding, confidence string) {
	if family == OpenAI {
		return Default, wire.Exact
	}
	return Default, wire.Approx
}

// weakness orders the confidence labels from weak to strong.
var weakness = [...]string{wire.Heuristic, wire.Approx, wire.Calibrated, wire.Exact, wire.HostNative}

// Weaker is the weaker of two labels: what a sum of both carries. The empty
// label is no label yet; one that we do not know is weaker than all.
func Weaker(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "" || rank(a) <= rank(b):
		return a
	}
	return b
}

func rank(label string) int {
	for i, l := range weakness {
		if l == label {
			return i
		}
	}
	return -1
}
