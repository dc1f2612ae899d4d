// Package jsonl reads and writes records as lines of JSON. It stands beside
// package wire, which has none of it, because ac-hook knows the records, too, and
// does not link encoding/json.
package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// Peek returns the schema name of a line without decoding the rest.
func Peek(line []byte) (string, error) {
	var r struct {
		Schema string `json:"schema"`
	}
	if err := Decode(line, &r); err != nil {
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
	return l.b, err
}

// Lines are records as Encode gives them, one after the other in one piece of
// memory.
type Lines struct{ b []byte }

// Add puts a record behind those that are there. After an error they are as they
// were.
func (l *Lines) Add(v any) error {
	n := len(l.b)
	if b, ok := appendRecord(l.b, v); ok {
		l.b = append(b, '\n')
		return nil
	}
	buf := bytes.NewBuffer(l.b[:n])
	e := json.NewEncoder(buf)
	e.SetEscapeHTML(false)
	err := e.Encode(v) // ends with a newline, and writes all or nothing
	l.b = buf.Bytes()
	return err
}

// AddLine puts a line behind those that are there, as it is.
func (l *Lines) AddLine(line []byte) { l.b = append(l.b, line...) }

// Bytes are the lines. They hold until the next Add.
func (l *Lines) Bytes() []byte { return l.b }

// Reset forgets the lines and keeps the memory.
func (l *Lines) Reset() { l.b = l.b[:0] }

// Chunk is how much of many lines is written at once.
const Chunk = 16 << 10

// Spill writes the lines if they are nearly a chunk, and forgets them.
func (l *Lines) Spill(out io.Writer) error {
	if len(l.b) < Chunk*3/4 {
		l.b = slices.Grow(l.b, Chunk-len(l.b)) // the first time
		return nil
	}
	return l.Flush(out)
}

// Flush writes the lines, and forgets them.
func (l *Lines) Flush(out io.Writer) error {
	_, err := out.Write(l.b)
	l.Reset()
	return err
}
