package bundle

import (
	"bytes"
	"encoding/json"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// document writes a file about the connector.
func (t *tree) document(d host.Document) error {
	if d.Path == "" {
		return nil
	}
	f := t.file(d.Path)
	for _, m := range d.Members {
		value := said(t.c, m.Value)
		if value == nil {
			continue
		}
		if err := f.edit(&wire.Patch{Op: wire.OpSet, At: []string{m.Key}, Value: value}); err != nil {
			return err
		}
	}
	return nil
}

// said is what a document says of a connector; nil if there is nothing to say.
func said(c *connector.Connector, what string) wire.Raw {
	switch what {
	case host.SayID:
		return encode(c.ID)
	case host.SayName:
		return encode(c.DisplayName)
	case host.SayVersion:
		return encode(version(c))
	case host.SayAnyVersion:
		if version(c) == "" {
			return encode(firstVersion)
		}
		return encode(c.Version)
	case host.SayDescription:
		return encode(c.Description)
	case host.SayAuthor:
		return encode(author(c))
	case host.SayOwner:
		if a := author(c); a != nil {
			return encode(a)
		}
		return encode(connector.Author{Name: c.DisplayName})
	case host.SayLicense:
		return encode(published(c).License)
	case host.SayHomepage:
		return encode(published(c).Homepage)
	case host.SayRepository:
		return encode(published(c).Repository)
	case host.SayEntry:
		return encode([]entry{{c.ID, "./" + c.ID, c.Description, version(c)}})
	}
	return wire.Raw(what)
}

// entry is a plugin in a catalog.
type entry struct {
	Name        string `json:"name"`
	Source      string `json:"source"`
	Description string `json:"description,omitempty"`
	Version     string `json:"version,omitempty"`
}

// firstVersion is that of a connector which has none, for formats that want one.
const firstVersion = "0.0.1"

// version is the connector's own, if it has one.
func version(c *connector.Connector) string {
	if c.Version == "0.0.0" { // what package connector gives one without
		return ""
	}
	return c.Version
}

func author(c *connector.Connector) *connector.Author { return published(c).Author }

func published(c *connector.Connector) connector.Publish {
	if c.Publish == nil {
		return connector.Publish{}
	}
	return *c.Publish
}

// encode is a value as JSON; nil for what is empty.
func encode(v any) wire.Raw {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // only of types that have no JSON
	}
	out := bytes.TrimSpace(b.Bytes())
	if s := string(out); s == `""` || s == "null" {
		return nil
	}
	return out
}
