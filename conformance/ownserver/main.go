// Ownserver is the smallest MCP server that there can be, for hosts that do not
// say of a tool whose it is: it offers own_hello, which says hello.
//
// Synopsis:
//
//	ownserver < REQUESTS > ANSWERS
package main

import (
	"bufio"
	"encoding/json"
	"os"
)

type object = map[string]any

func main() {
	out := json.NewEncoder(os.Stdout)
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Version string `json:"protocolVersion"`
			} `json:"params"`
		}
		if json.Unmarshal(in.Bytes(), &m) != nil || m.ID == nil {
			continue // a notification wants no answer
		}
		answer := object{"jsonrpc": "2.0", "id": m.ID}
		if result := results(m.Method, m.Params.Version); result != nil {
			answer["result"] = result
		} else {
			answer["error"] = object{"code": -32601, "message": "there is no " + m.Method}
		}
		if out.Encode(answer) != nil {
			return // nobody listens any more
		}
	}
}

func results(method, version string) any {
	switch method {
	case "initialize":
		return object{"protocolVersion": version, "capabilities": object{"tools": object{}}, "serverInfo": object{"name": "own", "version": "1"}}
	case "ping":
		return object{}
	case "tools/list":
		return object{"tools": []object{{"name": "own_hello", "description": "Says hello.", "inputSchema": object{"type": "object"}}}}
	case "tools/call":
		return object{"content": []object{{"type": "text", "text": "hello"}}}
	}
	return nil
}
