package host

import "testing"

// What a host calls is the same list as the hosts, in the same order.
func TestCallersAreThoseOfAll(t *testing.T) {
	if len(Callers) != len(All) {
		t.Fatalf("%d callers, %d hosts", len(Callers), len(All))
	}
	for i, h := range All {
		if h.Caller != Callers[i] {
			t.Errorf("host %s stands where caller %s does", h.ID, Callers[i].ID)
		}
	}
}
