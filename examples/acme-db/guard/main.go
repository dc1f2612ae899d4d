// Acme-guard is a hook handler in Go: it looks at what an agent has just done
// with the acme database and tells it what to do next.
//
// Synopsis:
//
//	acme-guard < event > reply
//
// It reads one event and prints one reply, as connector.json's PostToolUse
// hook asks. It never objects: the tool has already run.
//
// Examples:
//
//	echo '{"event":"PostToolUse","tool":"acme_write","toolInput":{"table":"orders","op":"delete"}}' | acme-guard
//	echo '{"event":"PostToolUse","tool":"acme_query","toolInput":{"table":"orders"}}' | acme-guard
package main

import (
	"encoding/json"
	"fmt"

	"agentconnector/pkg/handler"
	"agentconnector/pkg/wire"
)

func main() { handler.Main(advise) }

// advise answers with context where there is something to say, and with
// nothing where there is not: an empty reply means no objection.
func advise(e *wire.HandlerEvent) wire.HandlerReply {
	var in struct {
		Table string         `json:"table"`
		Op    string         `json:"op"`
		Where map[string]any `json:"where"`
		Limit int            `json:"limit"`
	}
	if err := json.Unmarshal(e.ToolInput, &in); err != nil {
		return wire.HandlerReply{} // arguments of another shape: the server has said so already
	}
	switch {
	case e.IsError:
		return say("acme-db refused the call: compare the names with acme_schema before you try again")
	case e.Tool == "acme_write" && in.Op != "insert":
		return say("%s of %s is done: check the rows with acme_query before you report it", in.Op, in.Table)
	case e.Tool == "acme_query" && len(in.Where) == 0 && in.Limit == 0:
		return say("%s was read without a condition, 50 rows at most came back: use where, columns and limit", in.Table)
	}
	return wire.HandlerReply{}
}

func say(format string, args ...any) wire.HandlerReply {
	return wire.HandlerReply{Decision: wire.Context, AdditionalContext: fmt.Sprintf(format, args...)}
}
