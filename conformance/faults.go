package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Want is what was written into the files of a host, in its own terms.
type Want struct {
	Server string         // name of the entry
	Fields map[string]any // the entry, as JSON has it
	Tools  []string       // what the server offers through it
	Hooks  []Hook
}

// Faults compares what a host says with what was written. Nothing found is
// the only good answer; every breakage of a file has to show up here.
func Faults(ctx context.Context, h Host, s *Sandbox, w Want) ([]string, error) {
	servers, err := h.List(ctx, s)
	if err != nil {
		return nil, err
	}
	hooks, err := h.Hooks(ctx, s)
	if err != nil {
		return nil, err
	}
	return slices.Concat(servers.Complaints, serverFaults(servers, w), hooks.Complaints, hookFaults(hooks, w)), nil
}

func serverFaults(all Servers, w Want) []string {
	got, ok := all.ByName[w.Server]
	if !ok {
		return []string{fmt.Sprintf("it does not list %q, but %q", w.Server, slices.Sorted(maps.Keys(all.ByName)))}
	}
	var faults []string
	if _, shown := got.Fields["command"]; !shown {
		faults = append(faults, "it shows no command")
	}
	for _, k := range slices.Sorted(maps.Keys(w.Fields)) {
		if v, shown := got.Fields[k]; shown && !same(w.Fields[k], v, got.HidesDefaults) {
			faults = append(faults, fmt.Sprintf("%s was written as %s, it has read %s", k, text(w.Fields[k]), text(v)))
		}
	}
	if got.Status == Failed {
		faults = append(faults, fmt.Sprintf("it could not start %q", w.Server))
	}
	if got.Status == Connected && got.Tools != nil && !slices.Equal(got.Tools, w.Tools) {
		faults = append(faults, fmt.Sprintf("it was offered the tools %q, expected %q", got.Tools, w.Tools))
	}
	return faults
}

// hookFaults looks for what was written, and for hooks that nobody wrote.
func hookFaults(got Hooks, w Want) []string {
	if !got.Lists {
		return nil
	}
	var faults []string
	rest := slices.Clone(got.All)
	for _, hook := range w.Hooks {
		i := slices.Index(rest, hook)
		if i < 0 {
			faults = append(faults, fmt.Sprintf("it has no hook %+v", hook))
			continue
		}
		rest = slices.Delete(rest, i, i+1)
	}
	for _, hook := range rest {
		faults = append(faults, fmt.Sprintf("it has a hook that was not written: %+v", hook))
	}
	return faults
}

// variableDefault is the default in ${NAME:-default}.
var variableDefault = regexp.MustCompile(`:-[^}]*}`)

func same(want, got any, hidesDefaults bool) bool {
	if list, ok := want.([]any); ok {
		if shown, joined := got.(string); joined {
			words := make([]string, len(list))
			for i, v := range list {
				words[i] = fmt.Sprint(v)
			}
			return strings.Join(words, " ") == shown
		}
	}
	if isEmpty(want) && isEmpty(got) { // {}, [] and null: no host tells them apart
		return true
	}
	a, b := text(want), text(got)
	if hidesDefaults {
		a = variableDefault.ReplaceAllString(a, "}")
	}
	return a == b
}

func isEmpty(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || (r.Kind() == reflect.Map || r.Kind() == reflect.Slice) && r.Len() == 0
}

// text is a value as JSON, with sorted keys, for comparing and for people.
func text(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSpace(b.String())
}
