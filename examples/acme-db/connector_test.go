// Package acmedb holds nothing but a test: the example is data and programs.
package acmedb

import (
	"slices"
	"testing"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/wire"
)

// The example says of itself that it uses every surface: a new one has to be
// added here too.
func TestExampleIsValidAndUsesEverySurface(t *testing.T) {
	c, err := connector.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Warnings) > 0 {
		t.Errorf("warnings: %v", c.Warnings)
	}
	for _, s := range wire.Surfaces {
		if !slices.Contains(c.Surfaces(), s) {
			t.Errorf("it does not use the surface %s", s)
		}
	}
	if len(c.Platforms["cursor"].Extra) == 0 {
		t.Error("it shows no platforms.*.extra")
	}
}

// What its commands name travels with it and can be run.
func TestExamplesProgramsTravelAlong(t *testing.T) {
	c, err := connector.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"actions/table-sizes.sh", "hooks/confirm-write.sh", "hooks/note-instructions.sh"} {
		i := slices.IndexFunc(c.Copied, func(f connector.CopiedFile) bool { return f.Path == want })
		if i < 0 || !c.Copied[i].Exec {
			t.Errorf("%s does not travel along as a program", want)
		}
	}
}
