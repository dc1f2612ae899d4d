package main

import (
	"bytes"
	"encoding/json"
	"testing"
)

// TestGenerate: the file is JSON of about the size, the same every time, laid
// out as JSON.stringify would, and has what makes the real one hard.
func TestGenerate(t *testing.T) {
	const size = 1 << 20
	var a, b bytes.Buffer
	if err := generate(&a, size); err != nil {
		t.Fatal(err)
	}
	if err := generate(&b, size); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two files of one size differ", err)
	}
	if n := a.Len(); n < size || n > size*3/2 {
		t.Errorf("%d bytes, expected about %d", n, size)
	}
	var again bytes.Buffer
	if err := json.Indent(&again, a.Bytes(), "", "  "); err != nil || !bytes.Equal(again.Bytes(), a.Bytes()) {
		t.Error("it is not JSON in the layout of JSON.stringify", err)
	}
	var v struct {
		Projects map[string]struct {
			History []struct{ Display string }
		}
		McpServers map[string]any
	}
	if err := json.Unmarshal(a.Bytes(), &v); err != nil || len(v.Projects) < 5 || len(v.McpServers) != 2 {
		t.Error("projects or servers are missing", err)
	}
	for _, has := range []string{`\u001b[`, `\r\n`, `\\src`, "日本語", `"lastCost": `} {
		if !bytes.Contains(a.Bytes(), []byte(has)) {
			t.Errorf("it has no %s", has)
		}
	}
}
