//go:build !linux

package conformance

// endLeftovers ends nothing: the pinned hosts are programs for Linux.
func (s *Sandbox) endLeftovers() {}
