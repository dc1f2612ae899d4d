// Package jsonl reads and writes records as lines of JSON. It stands beside
// package wire, which has none of it, because ac-hook knows the records, too, and
// does not link encoding/json.
package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Peek returns the schema name of a line without decoding the rest.
func Peek(line []byte) (string, error) {
	var r struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return "", err
	}
	if r.Schema == "" {
		return "", fmt.Errorf(`no "schema" field`)
	}
	return r.Schema, nil
}

// Encode gives a record as one line without HTML escaping, so that a path or a
// command reads as it was written.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v) // ends with a newline
	return b.Bytes(), err
}
