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
	var l Lines
	err := l.Add(v)
	return l.buf.Bytes(), err
}

// Lines are records as Encode gives them, one after the other in one piece of
// memory.
type Lines struct {
	buf bytes.Buffer
	enc *json.Encoder
}

// Add puts a record behind those that are there. After an error they are as they
// were.
func (l *Lines) Add(v any) error {
	if l.enc == nil {
		l.enc = json.NewEncoder(&l.buf)
		l.enc.SetEscapeHTML(false)
	}
	return l.enc.Encode(v) // ends with a newline, and writes all or nothing
}

// Bytes are the lines. They hold until the next Add.
func (l *Lines) Bytes() []byte { return l.buf.Bytes() }

// Reset forgets the lines and keeps the memory.
func (l *Lines) Reset() { l.buf.Reset() }
