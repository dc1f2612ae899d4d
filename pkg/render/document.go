package render

import (
	"cmp"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/node"
	"agentconnector/pkg/wire"
)

// document writes a file about the connector, one member after the other, as the
// connector's edits in a file of others are written.
func (b *builder) document(t *target, dir string, d host.Document) {
	for _, m := range d.Members {
		value := said(b.c, b.given(t, dir, m.Value))
		if surface, ok := strings.CutPrefix(m.Value, "$at "); ok {
			value = b.pointsTo(t, dir, surface)
		}
		if value != nil {
			b.add(wire.Patch{Surface: wire.PluginSurface, Path: host.Join(b.in.Machine.OS, dir, strings.Split(d.Path, "/")...), Format: string(host.JSON),
				Op: wire.OpSet, At: []string{m.Key}, Value: node.Escape(value), Mode: b.mode(), If: wire.IfAbsent, Why: "makes the folder a plugin"}, t)
		}
	}
}

// given is what a member says, without the condition in front of it; nothing, if
// that is not met.
func (b *builder) given(t *target, dir, say string) string {
	rest, conditional := strings.CutPrefix(say, "$with ")
	if !conditional {
		return say
	}
	surfaces, value, _ := strings.Cut(rest, " ")
	if !b.carries(t, dir, surfaces) {
		return ""
	}
	return value
}

// carries says whether the plugin has one of the surfaces, with commas between them.
func (b *builder) carries(t *target, dir, surfaces string) bool {
	return slices.ContainsFunc(strings.Split(surfaces, ","), func(s string) bool { return b.pointsTo(t, dir, s) != nil })
}

// pointsTo is the place of a surface in the plugin, if the connector has it.
func (b *builder) pointsTo(t *target, dir, surface string) wire.Raw {
	place, ok := b.place(t, surface)
	rel, inside := strings.CutPrefix(place.Path, dir) // else it is one of the user's own files
	if _, off := t.off[surface]; off || !ok || !inside || !has(t.c, t.h.ID, surface) {
		return nil
	}
	return text("." + strings.ReplaceAll(rel, `\`, "/"))
}

// said is what a document says of a connector; nil if there is nothing to say.
func said(c *connector.Connector, what string) wire.Raw {
	words := func(s string) wire.Raw {
		if s == "" {
			return nil
		}
		return text(s)
	}
	p := published(c)
	switch what {
	case host.SayID:
		return words(c.ID)
	case host.SayName:
		return words(c.DisplayName)
	case host.SayVersion:
		return words(Version(c))
	case host.SayAnyVersion:
		return words(cmp.Or(Version(c), firstVersion))
	case host.SayDescription:
		return words(c.Description)
	case host.SayAuthor:
		if p.Author == nil {
			return nil
		}
		return raw(p.Author)
	case host.SayContact:
		if p.Author == nil {
			return nil
		}
		return raw(connector.Author{Name: p.Author.Name, Email: p.Author.Email})
	case host.SayOwner, host.SayOwnerOnly:
		owner := connector.Author{Name: c.DisplayName}
		if p.Author != nil {
			owner = *p.Author
		}
		if what == host.SayOwnerOnly {
			owner.URL = ""
		}
		return raw(owner)
	case host.SayLicense:
		return words(p.License)
	case host.SayHomepage:
		return words(p.Homepage)
	case host.SayRepository:
		return words(p.Repository)
	case host.SayEntry:
		return raw([]listing{{c.ID, "./" + c.ID, c.Description, Version(c)}})
	case host.SayEntryOnly:
		return raw([]listing{{c.ID, "./" + c.ID, c.Description, ""}})
	case "":
		return nil
	}
	return wire.Raw(strings.ReplaceAll(what, host.SayID, c.ID))
}

// listing is a plugin in a catalog.
type listing struct {
	Name        string `json:"name"`
	Source      string `json:"source"`
	Description string `json:"description,omitempty"`
	Version     string `json:"version,omitempty"`
}

// firstVersion is that of a connector which has none, for formats that want one.
const firstVersion = "0.0.1"

// Version is the connector's own, if it has one.
func Version(c *connector.Connector) string {
	if c.Version == "0.0.0" { // what package connector gives one without
		return ""
	}
	return c.Version
}

func published(c *connector.Connector) connector.Publish {
	if c.Publish == nil {
		return connector.Publish{}
	}
	return *c.Publish
}
