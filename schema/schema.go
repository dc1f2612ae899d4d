// Package schema holds the JSON Schemas of everything that travels between our
// tools, their users and their handlers. They are generated from the Go types
// (go generate ./schema) and never edited; a test holds them equal.
package schema

import (
	"embed"
	"slices"
	"strings"
)

//go:generate go run ./gen ..

//go:embed *.json
var files embed.FS

// Get returns the schema of that name, such as machine or connector.
func Get(name string) ([]byte, bool) {
	b, err := files.ReadFile(name + ".json")
	return b, err == nil
}

// Names lists the schemas in alphabetical order.
func Names() []string {
	list, err := files.ReadDir(".")
	if err != nil {
		panic(err) // it is in the program
	}
	var names []string
	for _, f := range list {
		names = append(names, strings.TrimSuffix(f.Name(), ".json"))
	}
	slices.Sort(names) // with their suffix they come in another order
	return names
}
