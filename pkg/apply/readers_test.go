package apply

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"agentconnector/pkg/edit/laws"
	"agentconnector/pkg/wire"

	tomllib "github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
	yamllib "go.yaml.in/yaml/v4"
)

// readers are parsers that the editors do not use; for TOML and
// YAML, whose grammars are large, at least the value is not taken from the
// editor's tree. A format joins
// the corpus when it stands here.
var readers = map[string]func([]byte) (any, error){
	"json":  readJSON,
	"json5": laws.ReadJSON5,
	"jsonc": func(b []byte) (any, error) {
		b, err := hujson.Standardize(b)
		if err != nil {
			return nil, err
		}
		return readJSON(b)
	},
	"toml": func(b []byte) (v any, err error) {
		err = tomllib.Unmarshal(b, &v)
		return v, err
	},
	"yaml": func(b []byte) (v any, err error) {
		err = yamllib.Unmarshal(b, &v)
		return v, err
	},
	"block": func(b []byte) (any, error) { return nil, nil }, // a text: there is nothing to parse
}

func readJSON(b []byte) (v any, err error) {
	err = json.Unmarshal(b, &v)
	return v, err
}

// says tells whether a tree holds what a patch wants.
func says(v any, p wire.Patch) bool {
	var want any
	if json.Unmarshal(p.Value, &want) != nil {
		return false
	}
	for _, k := range p.At {
		m, ok := v.(map[string]any)
		if !ok {
			return false
		}
		v = m[k]
	}
	same := func(x any) bool { return plain(x) == plain(want) }
	if p.Identity == nil {
		return same(v)
	}
	list, _ := v.([]any)
	return slices.ContainsFunc(list, same)
}

// plain is a value as text, whichever types a parser gave it.
func plain(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return regexp.MustCompile(`([0-9])\.0\b`).ReplaceAllString(string(b), "$1")
}

// lost counts the lines of a text that do not stand in another, in order; a
// line may have gained a comma.
func lost(old, now []byte) int {
	a, b := lines(old), lines(now)
	best := make([]int, len(b)+1) // the longest common subsequence so far, by end in b
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			up := best[j+1]
			if x == y {
				best[j+1] = diagonal + 1
			}
			best[j+1] = max(best[j+1], best[j], up)
			diagonal = up
		}
	}
	return len(a) - best[len(b)]
}

func lines(b []byte) (out []string) {
	for l := range strings.Lines(string(b)) {
		out = append(out, strings.TrimSuffix(strings.TrimRight(l, "\r\n"), ","))
	}
	return out
}

// within says whether every byte of a text stands in another, in order.
func within(old, now []byte) bool {
	for _, c := range now {
		if len(old) > 0 && old[0] == c {
			old = old[1:]
		}
	}
	return len(old) == 0
}
