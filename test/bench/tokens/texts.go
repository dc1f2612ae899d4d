package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"agentconnector/pkg/tokens/corpus"
)

// size is how much of each text there is: enough to be measured, and so little
// that the slow ones end.
const size = 2 << 20

type text struct{ name, text, file string }

func texts(dir string) (all []text, err error) {
	code, prose, err := sources()
	if err != nil {
		return nil, err
	}
	cjk := strings.Join(corpus.Texts("cjk", 7, 128<<10), "")
	all = []text{{name: "code", text: code}, {name: "prose", text: prose}, {name: "cjk", text: strings.Repeat(cjk, 8)}}
	for i := range all {
		t := &all[i]
		t.file = filepath.Join(dir, t.name)
		if err := os.WriteFile(t.file, []byte(t.text), 0o600); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// sources reads Go's sources, in the order of their names, until there is
// enough code, and enough prose in the comments.
func sources() (code, prose string, err error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", "", err
	}
	var all, said strings.Builder
	src := filepath.Join(strings.TrimSpace(string(root)), "src")
	err = filepath.WalkDir(src, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.Contains(path, "testdata") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if all.Len() < size {
			all.Write(raw)
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, raw, parser.ParseComments)
		if err != nil {
			return nil // a file for another Go
		}
		for _, c := range file.Comments {
			said.WriteString(c.Text() + "\n")
		}
		if all.Len() >= size && said.Len() >= size {
			return fs.SkipAll
		}
		return nil
	})
	return all.String(), said.String(), err
}
