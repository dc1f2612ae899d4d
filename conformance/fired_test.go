package conformance

import (
	"context"
	"maps"
	"slices"
	"testing"
)

// A host that holds no conversation without its service fires an event at what we
// have installed where a command of it does that: our handler is loaded, called and logged.
func TestHostsFireEventsAtWhatIsInstalled(t *testing.T) {
	for _, h := range further(t) {
		if h.Fires == nil {
			continue
		}
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			var s *Sandbox
			var files map[string]string
			watch(t, h, "works", func() {
				s, files = settled(t, h)
				pipeline(t, s, example(t))
				fired(t, h, s)
			})
			watch(t, h, "undone", func() { undone(t, h, s, files) })
		})
	}
}

func fired(t *testing.T, h Plain, s *Sandbox) {
	t.Helper()
	for _, argv := range h.Fires {
		r, err := s.Run(context.Background(), nil, append([]string{s.Bins[h.ID()]}, h.fillAll(s, Task{}, argv)...)...)
		if err != nil || r.Code != 0 {
			t.Errorf("%s %q: status %d, %v\n%s%s", h.ID(), argv, r.Code, err, r.Stdout, r.Stderr)
		}
	}
	got := events(t, s, h)
	if want := slices.Sorted(slices.Values(h.Loop.Events)); !slices.Equal(slices.Sorted(maps.Keys(got)), want) {
		t.Errorf("%s: in the log of ac-hook are %v, expected %q", h.ID(), got, want)
	}
	observe(t, h, slices.Collect(maps.Keys(got)), nil)
}
