package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// The revisions that it speaks. Up to 2025-11-25 a client opens with
// initialize; from 2026-07-28 on every request says its revision in _meta.
var (
	legacy = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}
	modern = []string{"2026-07-28"}
)

const (
	metaVersion = "io.modelcontextprotocol/protocolVersion"
	metaServer  = "io.modelcontextprotocol/serverInfo"

	maxLine = 4 << 20 // of a message; a longer one ends the session
)

// JSON-RPC's codes, and MCP's for a revision that the server does not speak.
const (
	parseError     = -32700
	invalidRequest = -32600
	noMethod       = -32601
	invalidParams  = -32602
	badVersion     = -32022
)

const instructions = "A toy database: call acme_schema first, it names the tables and columns. acme_write and acme_drop change data."

type object = map[string]any

type request struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"` // as it came: 1, "1" and a number beyond 2^53 all go back unchanged
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

type params struct {
	Meta            object          `json:"_meta"`
	ProtocolVersion string          `json:"protocolVersion"`
	Name            string          `json:"name"`
	Arguments       json.RawMessage `json:"arguments"`
}

type response struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  object          `json:"result,omitzero"` // {} is a result, nil is none
	Error   *rpcError       `json:"error,omitempty"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

func (e *rpcError) Error() string { return e.Message }

// serve answers every message of in until it ends.
func serve(in io.Reader, out io.Writer, db *database) error {
	s := bufio.NewScanner(in)
	s.Buffer(nil, maxLine+1) // and its newline
	for s.Scan() {
		line := bytes.TrimSpace(s.Bytes())
		if len(line) == 0 {
			continue
		}
		reply := any(answer(line, db))
		if line[0] == '[' {
			reply = answerAll(line, db)
		}
		b, err := json.Marshal(reply)
		if err != nil {
			return err
		}
		if string(b) == "null" { // nothing in it wanted an answer
			continue
		}
		if _, err := out.Write(append(b, '\n')); err != nil {
			return err
		}
	}
	return s.Err()
}

// answerAll answers a batch, which 2025-03-26 has and no other revision.
func answerAll(line []byte, db *database) any {
	var batch []json.RawMessage
	if err := json.Unmarshal(line, &batch); err != nil || len(batch) == 0 {
		return answer(line, db) // the same error as for any line that is no message
	}
	var replies []*response
	for _, m := range batch {
		if r := answer(m, db); r != nil {
			replies = append(replies, r)
		}
	}
	return replies
}

// answer is the response to one message; nil for one that wants none.
func answer(line []byte, db *database) *response {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		code := invalidRequest
		if !json.Valid(line) {
			code = parseError
		}
		return &response{JSONRPC: "2.0", Error: &rpcError{Code: code, Message: err.Error()}}
	}
	if r.ID == nil || r.Method == "" {
		return nil // a notification, or a response to nothing that we asked
	}
	result, err := dispatch(&r, db)
	var e *rpcError
	if err != nil && !errors.As(err, &e) {
		e = &rpcError{Code: invalidParams, Message: err.Error()}
	}
	if err != nil {
		return &response{JSONRPC: "2.0", ID: r.ID, Error: e}
	}
	return &response{JSONRPC: "2.0", ID: r.ID, Result: result}
}

func dispatch(r *request, db *database) (object, error) {
	var p params
	if len(r.Params) > 0 {
		if err := json.Unmarshal(r.Params, &p); err != nil {
			return nil, fmt.Errorf("params: %w", err)
		}
	}
	version, stateless := p.Meta[metaVersion].(string)
	if stateless && !slices.Contains(modern, version) {
		return nil, &rpcError{badVersion, "unsupported protocol version", object{"supported": modern, "requested": version}}
	}
	result, err := call(r.Method, p, stateless, db)
	if err != nil || !stateless {
		return result, err
	}
	result["resultType"] = "complete"
	result["_meta"] = object{metaServer: self}
	if r.Method != "tools/call" { // discover and lists say how long they hold
		result["ttlMs"], result["cacheScope"] = 3_600_000, "public"
	}
	return result, nil
}

var (
	self         = object{"name": "acme-db", "version": "1.0.0"}
	capabilities = object{"tools": object{}}
)

// call knows the methods of both eras; what an era does not have is unknown
// in it.
func call(method string, p params, stateless bool, db *database) (object, error) {
	switch {
	case method == "tools/list":
		return object{"tools": tools}, nil
	case method == "tools/call":
		return callTool(p.Name, p.Arguments, db)
	case method == "initialize" && !stateless:
		version := p.ProtocolVersion
		if !slices.Contains(legacy, version) {
			version = legacy[0] // what we would rather speak; the client decides
		}
		return object{"protocolVersion": version, "capabilities": capabilities, "serverInfo": self, "instructions": instructions}, nil
	case method == "ping" && !stateless:
		return object{}, nil
	case method == "server/discover" && stateless:
		return object{"supportedVersions": slices.Concat(modern, legacy), "capabilities": capabilities, "instructions": instructions}, nil
	}
	return nil, &rpcError{Code: noMethod, Message: fmt.Sprintf("method not found: %s", method)}
}
