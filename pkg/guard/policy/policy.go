// Package policy is what a guard shall decide about each alert, in the words of
// the command line. It knows no command: who only passes a policy on need not
// link what reads them.
package policy

import (
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/wire"
)

// Policy is what is decided about each alert (alert_type of seed 001); what is not
// in it is let through.
type Policy map[string]string

// alerts are the words for them.
var alerts = []struct{ word, alert string }{
	{"destructive", "destructive_command"}, {"sensitive", "sensitive_file"}, {"network", "external_network"}, {"deletion", "file_deletion"},
}

// Words are what a policy can speak about.
func Words() (all []string) {
	for _, a := range alerts {
		all = append(all, a.word)
	}
	return all
}

// Decisions are what a policy can decide.
var Decisions = []string{wire.Ask, wire.Deny, wire.Allow}

// Default asks about what destroys something.
func Default() Policy { return Policy{alerts[0].alert: wire.Ask} }

// Parse reads pairs such as destructive=ask; none give the default.
func Parse(pairs []string) (Policy, error) {
	if len(pairs) == 0 {
		return Default(), nil
	}
	p := Policy{}
	for _, pair := range pairs {
		word, decision, _ := strings.Cut(pair, "=")
		i := slices.Index(Words(), word)
		if i < 0 || !slices.Contains(Decisions, decision) {
			return nil, fmt.Errorf("found %q, expected ALERT=DECISION: one of %s, and %s", pair, strings.Join(Words(), ", "), strings.Join(Decisions, ", "))
		}
		p[alerts[i].alert] = decision
	}
	return p, nil
}
