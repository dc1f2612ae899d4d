package detect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// MaxSettings is the size up to which a settings file is read for the switch
// that turns hooks off. Larger ones are not looked at.
const MaxSettings = 1 << 20

// looker looks at one machine.
type looker struct {
	*disk
	env    host.Env
	search *search
	named  []string // see platform
	held   map[string]bool
}

func newLooker(w *world.World, e host.Env, named []string) *looker {
	return &looker{disk: newDisk(), env: e, search: newSearch(w), named: named, held: map[string]bool{}}
}

// look asks for one host: is it here, by what evidence, where is it configured.
func (k *looker) look(h *host.Host) wire.Host {
	e, named := k.env, k.named
	r := h.Record(e, k.exists)
	if named != nil {
		if contains(named, h.ID) {
			r.Evidence = append(r.Evidence, PlatformVar+"="+h.ID)
		}
	} else {
		r.Evidence = append(r.Evidence, k.evidence(h)...)
	}
	r.Installed = len(r.Evidence) > 0
	if r.Installed {
		r.Above = k.above(h)
	}
	for scope, places := range r.Scopes {
		if p, ok := places[wire.Hooks]; ok {
			p.Note = k.switchedOff(h, scope, p.Path)
			places[wire.Hooks] = p
		}
	}
	for scope, places := range r.Scopes {
		k.memory(h, scope, places)
	}
	local(h, e, r.Scopes[wire.PlacesLocal])
	return r
}

// evidence is everything that a host was found by. A link into somebody's
// dotfiles is evidence too, wherever it leads.
func (k *looker) evidence(h *host.Host) []string {
	e := k.env
	var found []string
	for _, l := range h.Probe.Unless {
		if k.lies(l.Resolve(e)) {
			return nil
		}
	}
	for _, name := range h.Probe.Vars {
		if v := e.Getenv(name); v != "" {
			found = append(found, name+"="+v)
		}
	}
	look := func(l host.Loc) {
		for _, p := range l.Places(e) {
			if k.lies(p) {
				found = append(found, p)
			}
		}
	}
	for _, l := range h.Probe.Files {
		look(l)
	}
	for i := range h.Server.Homes {
		look(h.Server.Homes[i].At)
	}
	if h.Probe.Vague && len(found) == 0 {
		return nil
	}
	for _, name := range h.Probe.Bins {
		if p := k.search.find(name); p != "" {
			found = append(found, p)
		}
	}
	return found
}

// platform are the hosts that PlatformVar names, or nil if it is unset.
func platform(w *world.World, o Options, known []string) ([]string, error) {
	v := strings.TrimSpace(w.Getenv(PlatformVar))
	if v == "" || o.Home != "" {
		return nil, nil
	}
	ids := strings.Split(v, ",")
	for i, id := range ids {
		ids[i] = strings.TrimSpace(id)
		if !contains(known, ids[i]) {
			return nil, fmt.Errorf("%s names %q, which is no host\nhint: known are %s", PlatformVar, ids[i], strings.Join(known, ", "))
		}
	}
	return ids, nil
}

// switchedOff says with which setting of which file the user has turned the
// host's hooks off, or "". A project's hooks also obey the user's settings.
func (k *looker) switchedOff(h *host.Host, scope, path string) string {
	e := k.env
	files := []string{path}
	if scope != wire.ScopeUser {
		files = append(files, h.Hooks.Project.Resolve(e), h.Hooks.Local.Resolve(e), h.Hooks.User.Resolve(e))
	}
	for _, f := range files {
		for _, s := range h.Hooks.Switch {
			if k.holds(f, s) {
				return fmt.Sprintf("hooks are switched off by %s: %s in %s", strings.Join(s.At, "."), s.Value, f)
			}
		}
	}
	return ""
}

// holds says whether a JSON file has a constant. Whatever is wrong with the
// file is not our concern here: it counts as no.
func (k *looker) holds(path string, c host.Const) bool {
	b, err := k.text(path)
	if err != nil {
		return false
	}
	key := strings.Join(c.At, ".") + "=" + c.Value + " " + path
	is, known := k.held[key]
	if !known {
		v, ok := document(b, c.At)
		is = ok && has(v, c.At, c.Value)
		k.held[key] = is
	}
	return is
}

// has says whether a value stands at a path, where "*" is any key; empty: anything.
func has(v wire.Raw, at []string, value string) bool {
	if len(at) == 0 {
		return value == "" || string(v) == value
	}
	var m map[string]wire.Raw
	if json.Unmarshal(v, &m) != nil {
		return false
	}
	if at[0] != "*" {
		v, ok := m[at[0]]
		return ok && has(v, at[1:], value)
	}
	for _, v := range m {
		if has(v, at[1:], value) {
			return true
		}
	}
	return false
}

// document is a text of JSON with comments, if it has the last key of a path
// anywhere.
func document(text []byte, at []string) (wire.Raw, bool) {
	if last := at[len(at)-1]; last != "*" && !bytes.Contains(text, []byte(last)) && !bytes.ContainsRune(text, '\\') {
		return nil, false // as mostly: it need not be parsed
	}
	std, err := hujson.Standardize(bytes.Clone(text))
	return std, err == nil
}

func trimBOM(b []byte) []byte { return bytes.TrimPrefix(b, []byte("\ufeff")) }
