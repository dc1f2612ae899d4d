// Install puts the pinned hosts into the cache, unless they are there, and
// prints where each program is.
//
// Synopsis:
//
//	go run ./install [DIR]
//
// DIR is the cache: CONFORMANCE_CACHE, else .cache, if it is not given. HOSTS
// names the hosts, if it is not to be all. It
// exits 1 when a host of HOSTS could not be installed, after it has tried the
// others; what nobody has asked for by name is told, and skipped by the tests.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

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
	if !install(dir) {
		os.Exit(1)
	}
}

func install(dir string) bool {
	dir, err := filepath.Abs(dir) // npm runs elsewhere
	ok := err == nil
	hosts, err := conformance.Chosen()
	if err != nil {
		fmt.Fprintf(os.Stderr, "install: %v\n", err)
		return false
	}
	for _, h := range hosts {
		if stays, err := conformance.Stays(context.Background(), h); err == nil && stays {
			fmt.Printf("%s\tno newer version\n", h.ID())
			continue
		}
		bin, err := h.Install(context.Background(), dir)
		if err != nil {
			fmt.Fprintf(os.Stderr, "install: %s: %v\n", h.ID(), err)
			ok = ok && os.Getenv("HOSTS") == "" // the tests skip what nobody has asked for
			continue
		}
		fmt.Printf("%s\t%s\n", h.ID(), bin)
	}
	return ok
}
