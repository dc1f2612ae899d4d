package render

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/interp"
	"agentconnector/pkg/node"
	"agentconnector/pkg/wire"
)

// configPatch sets single keys of the host's own settings, each if it is
// absent. They are the user's: what cannot be set, or may not be, is a notice
// with the edit in words, and never more.
func (b *builder) configPatch(t *target) {
	place, ok := b.place(t, wire.ConfigPatch)
	for _, p := range t.c.Platforms[t.h.ID].ConfigPatch {
		lose := func(why string, args ...any) {
			b.loseManual(t, wire.ConfigPatch, byHand(t.h, place.Path, p), "%s is not set: %s", p.Key, fmt.Sprintf(why, args...))
		}
		denied := denied(t.h.Config.Denied, p.Key, p.Value)
		refs := references(p.Value)
		switch {
		case !t.h.Supports(wire.ConfigPatch):
			lose("connectors set no keys in the settings of %s", t.h.Name)
		case !ok:
			lose("%s has no settings %s", t.h.Name, b.where("of"))
		case len(t.h.Config.Allowed) > 0 && !allowed(t.h.Config.Allowed, p.Key):
			lose("it is not among the settings of %s that a connector may set", t.h.Name)
		case denied != "":
			lose("%s is among the settings that only the user sets", denied)
		default:
			v := node.Escape(p.Value)
			if len(refs) > 0 {
				b.needsValues(t, wire.ConfigPatch, p.Key, "it is not set", refs)
				b.cell(t, wire.ConfigPatch).vain++
				v = valueOf(needing(p.Value))
			}
			b.add(wire.Patch{Surface: wire.ConfigPatch, Path: place.Path, Format: place.Format, Op: wire.OpSet,
				At: keysOf(t.h, p.Key), Value: v, Mode: b.mode(), If: wire.IfAbsent, KeepIfChanged: true, Why: why(p)}, t)
		}
	}
}

// keysOf is the way to a setting.
func keysOf(h *host.Host, key string) []string {
	if h.Config.Flat {
		return []string{key}
	}
	return strings.Split(key, ".")
}

// byHand is the edit for the user to make: file, key, value, and what for.
func byHand(h *host.Host, file string, p connector.ConfigPatch) string {
	if file == "" {
		file = "the settings of " + h.Name
	}
	return fmt.Sprintf("in %s set %s to %s: %s", file, p.Key, p.Value, why(p))
}

func why(p connector.ConfigPatch) string {
	if p.DocsURL == "" {
		return p.Reason
	}
	return p.Reason + " (" + p.DocsURL + ")"
}

// denied is the key that a host's list forbids to set, or "". A key is
// forbidden with what lies below it, and so is a value that has such a key
// inside: env = {"AWS_PROFILE": …} sets env.AWS_PROFILE.
func denied(patterns []string, key string, value wire.Raw) string {
	end := 0
	for s := range strings.SplitSeq(key, ".") {
		end += len(s)
		if matches(patterns, key[:end]) {
			return key[:end]
		}
		end++
	}
	return deniedIn(patterns, key, value)
}

// allowed says whether a host's list has a key, or one above it.
func allowed(patterns []string, key string) bool {
	for i := range len(key) + 1 {
		if (i == len(key) || key[i] == '.') && matches(patterns, key[:i]) {
			return true
		}
	}
	return false
}

// deniedIn looks at the members of an object, in their order.
func deniedIn(patterns []string, at string, value wire.Raw) string {
	dec := json.NewDecoder(strings.NewReader(string(value)))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return ""
	}
	for dec.More() {
		k, err := dec.Token()
		var v wire.Raw
		if err != nil || dec.Decode(&v) != nil {
			return ""
		}
		key := at + "." + fmt.Sprint(k)
		if matches(patterns, key) {
			return key
		}
		if d := deniedIn(patterns, key, v); d != "" {
			return d
		}
	}
	return ""
}

// matches says whether a pattern has a key. "*" of path.Match stops at a slash, and a slash in
// a key means nothing: it counts as a dot.
func matches(patterns []string, key string) bool {
	key = strings.ToLower(strings.ReplaceAll(key, "/", "."))
	for _, p := range patterns {
		if ok, _ := path.Match(strings.ToLower(p), key); ok {
			return true
		}
	}
	return false
}

// references are the variables that the strings of a value refer to.
func references(value wire.Raw) []string {
	var v any
	if json.Unmarshal(value, &v) != nil {
		return nil
	}
	return refsIn(v)
}

func refsIn(v any) (names []string) {
	switch v := v.(type) {
	case string:
		return interp.Names(v)
	case []any:
		for _, x := range v {
			names = addNew(names, refsIn(x)...)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			names = addNew(names, refsIn(v[k])...)
		}
	}
	return names
}
