package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"agentconnector/pkg/schemagen"
)

// Types, schemas and field tables are one text.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	root := filepath.Join("..", "..")
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		got = bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")) // of a checkout on Windows
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the types say (%v): run go generate ./schema", name, err)
		}
	}
	old, err := filepath.Glob(filepath.Join(root, "schema", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range old {
		if files["schema/"+filepath.Base(f)] == nil {
			t.Errorf("%s belongs to no record any more: remove it", f)
		}
	}
}

// An overlay for a field that was renamed would be lost without a sound.
func TestEveryOverlayIsUsed(t *testing.T) {
	p := plan(filepath.Join("..", ".."))
	all, err := schemagen.Generate(p)
	if err != nil {
		t.Fatal(err)
	}
	size := func(files map[string][]byte) (n int) {
		for _, b := range files {
			n += len(b)
		}
		return n
	}
	for key, over := range p.Overlay {
		delete(p.Overlay, key)
		without, err := schemagen.Generate(p)
		if err != nil || size(without) >= size(all) {
			t.Errorf("overlay %s changes nothing (%v)", key, err)
		}
		p.Overlay[key] = over
	}
}
