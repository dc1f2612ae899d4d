// Changes tells what the newest versions of the hosts do differently from the pinned
// ones: the end of make conformance-latest.
//
// Synopsis:
//
//	go test -json . | go run ./changes [DIR]
//
// The tests have run with CONFORMANCE_LATEST=1; DIR is the cache: CONFORMANCE_CACHE, else
// .cache, if it is not given. What the tests print goes on to stderr, a table of the hosts to
// stdout, and into DIR/latest/ as changes.txt and changes.ndjson. It exits 1 if something
// that holds for a pinned version does not for the newest, and 2 if it cannot tell.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/conformance"
)

func main() {
	dir := os.Getenv("CONFORMANCE_CACHE")
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	if dir == "" {
		dir = ".cache"
	}
	all, err := conformance.Changes(os.Stdin, os.Stderr, conformance.LatestDir(dir), "observed.ndjson")
	if err == nil {
		err = tell(all, conformance.LatestDir(dir))
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "changes: %v\n", err)
		os.Exit(2)
	}
	if slices.ContainsFunc(all, conformance.Change.Failed) {
		os.Exit(1)
	}
}

func tell(all []conformance.Change, dir string) error {
	var lines strings.Builder
	for _, c := range all {
		b, err := json.Marshal(c)
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%s\n", b)
	}
	table := conformance.ChangesTable(all)
	fmt.Print(table)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "changes.ndjson"), []byte(lines.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "changes.txt"), []byte(table), 0o644)
}
