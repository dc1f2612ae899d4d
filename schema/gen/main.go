// Gen writes schema/*.json and docs/records.md from the Go types. Its argument
// is the root of the module.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"agentconnector/pkg/analyze"
	"agentconnector/pkg/schemagen"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "gen: expected the root of the module")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "gen: %v\n", err)
		os.Exit(1)
	}
}

// generate makes all files. The tables of seed 001's records follow those of ours.
func generate(root string) (map[string][]byte, error) {
	files, err := schemagen.Generate(plan(root))
	if err == nil {
		files["docs/records.md"] = append(files["docs/records.md"], analyze.Document()...)
	}
	return files, err
}

func run(root string) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
