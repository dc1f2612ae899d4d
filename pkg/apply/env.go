package apply

import (
	"bytes"
	"encoding/json"
	"fmt"

	"agentconnector/pkg/wire"
)

// resolveEnv deals with the {"env":"X"} nodes of values. A secret is never
// written unless it was asked for, then only into a file of mode 0600, and
// never into one that is committed.
func resolveEnv(ps []wire.Patch, scope string, o Options) ([]wire.Patch, []wire.Notice, error) {
	var notices []wire.Notice
	out := make([]wire.Patch, 0, len(ps))
	for _, p := range ps {
		v, ok := decode(p.Value)
		if !ok || !hasEnv(v) {
			out = append(out, p)
			continue
		}
		if !o.ResolveEnv || scope == wire.ScopeProject {
			notices = append(notices, wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelWarn, Host: first(p.Hosts), Surface: p.Surface,
				Message:    p.Path + ": " + place(p.At) + " needs the value of an environment variable, which is not written into files",
				ManualEdit: "apply with --resolve-env (user scope only), or set the value by hand"})
			continue
		}
		v, err := fillEnv(v, o.Getenv)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %s: %w", p.Path, place(p.At), err)
		}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			return nil, nil, err
		}
		p.Value, p.Mode = bytes.TrimSpace(b.Bytes()), "0600"
		out = append(out, p)
	}
	return out, notices, nil
}

func envName(v any) (string, bool) {
	m, ok := v.(map[string]any)
	if !ok || len(m) != 1 {
		return "", false
	}
	name, ok := m["env"].(string)
	return name, ok
}

func hasEnv(v any) bool {
	if _, ok := envName(v); ok {
		return true
	}
	switch v := v.(type) {
	case map[string]any:
		for _, x := range v {
			if hasEnv(x) {
				return true
			}
		}
	case []any:
		for _, x := range v {
			if hasEnv(x) {
				return true
			}
		}
	}
	return false
}

func fillEnv(v any, getenv func(string) string) (any, error) {
	if name, ok := envName(v); ok {
		s := getenv(name)
		if s == "" {
			return nil, fmt.Errorf("the environment variable %s is not set\nhint: set it, or apply without --resolve-env", name)
		}
		return s, nil
	}
	var err error
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			if v[k], err = fillEnv(v[k], getenv); err != nil {
				return nil, err
			}
		}
	case []any:
		for i := range v {
			if v[i], err = fillEnv(v[i], getenv); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}
