package detect

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"agentconnector/pkg/edit/jsonc"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// setting is the value at a path in the first of some settings files that has one.
// Whatever is wrong with a file is not our concern here: it says nothing.
func (k *looker) setting(at []string, files ...host.Loc) (wire.Raw, bool) {
	if len(at) == 0 {
		return nil, false
	}
	for _, l := range files {
		path := l.Resolve(k.env)
		b, err := k.text(path)
		if err != nil || !strings.Contains(string(b), at[len(at)-1]) {
			continue
		}
		if v, ok := valueIn(path, b, at); ok {
			return v, true
		}
	}
	return nil, false
}

// valueIn reads a file by what it is called: JSON in any of its dialects, or TOML.
func valueIn(path string, b []byte, at []string) (wire.Raw, bool) {
	if filepath.Ext(path) == ".toml" {
		return valueInTOML(b, at)
	}
	d, err := jsonc.OpenWith(b, jsonc.Options{JSON5: true, LastWins: true})
	if err != nil {
		return nil, false
	}
	v, ok, err := d.Get(at)
	return v, ok && err == nil
}

func valueInTOML(b []byte, at []string) (wire.Raw, bool) {
	var v any
	if toml.Unmarshal(b, &v) != nil {
		return nil, false
	}
	for _, key := range at {
		m, _ := v.(map[string]any) // a nil one has no keys
		var ok bool
		if v, ok = m[key]; !ok {
			return nil, false
		}
	}
	raw, err := json.Marshal(v)
	return raw, err == nil
}

// names is a value that is a text or a list of texts: names of files, without a way
// to another folder.
func names(v wire.Raw) []string {
	var list []string
	if json.Unmarshal(v, &list) != nil {
		var one string
		if json.Unmarshal(v, &one) != nil {
			return nil
		}
		list = []string{one}
	}
	var files []string
	for _, n := range list {
		if n != "" && n != ".." && !strings.ContainsAny(n, `/\`+"\x00") {
			files = append(files, n)
		}
	}
	return files
}
