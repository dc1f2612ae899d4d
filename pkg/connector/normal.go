package connector

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/wire"
)

// Defaults of a definition.
const (
	DefaultVersion     = "0.0.0"
	DefaultMemoryName  = "memory"
	DefaultStatusName  = "statusline"
	DefaultHookMS      = 5000
	DefaultActionMS    = 30000
	DefaultModelFamily = "auto"
)

// normalise fills in the defaults that have a value. Fields that are true if
// absent stay absent; the On methods know them.
func (c *Connector) normalise() {
	c.Schema = ""
	c.DisplayName = or(c.DisplayName, c.ID)
	c.Version = or(c.Version, DefaultVersion)
	c.Telemetry.ModelFamilyHint = or(c.Telemetry.ModelFamilyHint, DefaultModelFamily)
	for i := range c.Memory {
		c.Memory[i].Name = or(c.Memory[i].Name, DefaultMemoryName)
	}
	if c.Statusline != nil {
		c.Statusline.Name = or(c.Statusline.Name, DefaultStatusName)
	}
	for i := range c.Actions {
		c.Actions[i].TimeoutMS = or(c.Actions[i].TimeoutMS, DefaultActionMS)
	}
	handlers(c.Hooks)
	for _, p := range c.Platforms {
		handlers(p.NativeHooks)
	}
	slices.Sort(c.Targets)
	c.Files = nil
	for _, f := range c.Copied {
		c.Files = append(c.Files, f.Path)
	}
}

func or[T comparable](v, def T) T {
	var zero T
	if v == zero {
		return def
	}
	return v
}

func handlers(hooks map[string]HookList) {
	for _, event := range slices.Collect(maps.Keys(hooks)) {
		for i := range hooks[event] {
			hooks[event][i].Handler = withDefaults(hooks[event][i].Handler)
		}
	}
}

// withDefaults fills in what a command needs; rules run in ac-hook itself and
// have no deadline.
func withDefaults(h wire.Handler) wire.Handler {
	if len(h.Command) > 0 {
		h.TimeoutMS = or(h.TimeoutMS, DefaultHookMS)
		h.OnError = or(h.OnError, wire.Allow)
		h.OnTimeout = or(h.OnTimeout, h.OnError)
	}
	return h
}

// On says whether the server is to be started at all.
func (s *Server) On() bool { return s.Enabled == nil || *s.Enabled }

// Wrapped says whether the server runs under ac-proxy: a local one, unless it
// says no; a remote one if it says yes.
func (s *Server) Wrapped() bool {
	if s.WrapForTelemetry == nil {
		return s.Transport == "stdio"
	}
	return *s.WrapForTelemetry
}

// AllHeaders are the declared ones and that of auth bearerEnv, unless the connector
// says Authorization itself.
func (s *Server) AllHeaders() map[string]string {
	all := maps.Clone(s.Headers)
	if all == nil {
		all = map[string]string{}
	}
	for k := range all {
		if strings.EqualFold(k, "Authorization") {
			return all
		}
	}
	if a := s.Auth; a != nil && a.Type == "bearerEnv" {
		all["Authorization"] = "Bearer ${env:" + a.BearerEnvVar + "}"
	}
	return all
}

// On says whether anything of the connector is measured.
func (t Telemetry) On() bool { return t.Enabled == nil || *t.Enabled }

// ToolDefs says whether the definitions of tools are measured.
func (t Telemetry) ToolDefs() bool { return t.On() && (t.MeasureToolDefs == nil || *t.MeasureToolDefs) }

// Definition is the normalised definition as it is stored with an
// installation: content inlined, files listed by name. Load reads it back to
// the same Hash.
func (c *Connector) Definition() []byte {
	if c.defined.of == c { // and no copy that has been changed
		return c.defined.text
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(c); err != nil {
		panic(err) // every field came from JSON
	}
	return b.Bytes()
}

// hash covers the definition and the copied files.
func (c *Connector) hash() string {
	h := sha256.New()
	text := c.Definition()
	c.defined.of, c.defined.text = c, text
	h.Write(text)
	for _, f := range c.Copied {
		fmt.Fprintf(h, "%q %v %x\n", f.Path, f.Exec, sha256.Sum256(f.Data))
	}
	return hex.EncodeToString(h.Sum(nil))
}
