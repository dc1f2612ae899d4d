// Package meter derives records from the traffic between MCP clients and
// servers, whatever transport it takes.
//
// The rules of the room:
//
//   - A transport hands copies over (Tap) before it passes the original on, and
//     never waits: the queue is bounded. When it is full only the beginning and
//     the end of a message are kept, which tell whose it is, and its tokens are
//     bytes/4; when that is too much, too, bytes are counted.
//   - One goroutine takes from the queue (Meter), counts and writes. Whatever
//     fails there, the traffic goes on.
//   - Requests and answers meet by session, exchange, direction and the token of
//     the id. The revision is that of each request. Nothing is ever asked of
//     anybody.
//   - No content is kept, in no record and no message.
package meter

import (
	"strings"

	"agentconnector/pkg/wire"
)

// Labels are what all records have in common, and what is measured.
type Labels struct {
	Connector string
	Host      string
	Scope     string
	Family    string // model family, "" or "auto" goes by the client's name
	Defs      bool   // count the definitions of tools
	Hosts     Hosts  // what is known of hosts; may be empty

	session, instance, project string
}

// Hosts tells of hosts.
type Hosts struct {
	ByClient func(name string) string // the id of the host that calls itself so; "" if none does
	Defers   func(id string) bool     // it keeps the definitions of tools from the model until that looks for them
}

// host is the one that a client is of, if nobody has said which it is.
func (l Labels) host(client string) string {
	if l.Host != "" || client == "" || l.Hosts.ByClient == nil {
		return l.Host
	}
	name, _, _ := strings.Cut(client, "/")
	return l.Hosts.ByClient(name)
}

func (l Labels) deferred(host string) bool { return l.Hosts.Defers != nil && l.Hosts.Defers(host) }

func (l Labels) record() wire.Measure {
	return wire.Measure{
		Schema: wire.SchemaMeasure, Connector: l.Connector, Host: l.Host, Scope: l.Scope, Surface: wire.Server,
		SessionID: l.session, Instance: l.instance, ProjectKey: l.project,
	}
}

// The two directions of the traffic.
const (
	ToServer Dir = iota
	ToClient
)

// Dir is a direction. Its text is that of the records.
type Dir uint8

func (d Dir) String() string {
	if d == ToServer {
		return "c2s"
	}
	return "s2c"
}

// other is the direction of the answer.
func (d Dir) other() Dir { return 1 - d }
