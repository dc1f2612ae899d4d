package conformance

import (
	"testing"
	"time"
)

// A host is ended only where it has enough and stays, and that is told.
func TestEndOnceEnough(t *testing.T) {
	yes, no := func() bool { return true }, func() bool { return false }
	for name, c := range map[string]struct {
		enough func() bool
		ends   bool // by itself
		cut    bool
	}{
		"has enough, and stays": {yes, false, true},
		"has enough, and ends":  {yes, true, false},
		"never has enough":      {no, true, false},
		"is not watched":        {nil, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ended, killed := make(chan struct{}), make(chan struct{})
			if c.ends {
				close(ended)
			}
			cut := endOnceEnough(c.enough, func() error { close(killed); return nil }, ended, 50*time.Millisecond)
			if got := <-cut; got != c.cut {
				t.Errorf("ended by us: %v", got)
			}
			select {
			case <-killed:
				if !c.cut {
					t.Error("it was ended")
				}
			default:
				if c.cut {
					t.Error("it was left")
				}
			}
		})
	}
}
