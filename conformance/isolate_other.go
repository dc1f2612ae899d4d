//go:build !linux

package conformance

import "os/exec"

// isolate leaves a process as it is: the pinned hosts are programs for Linux,
// so nothing is run here.
func isolate(*exec.Cmd) {}

// HasNoNetwork says whether processes of a sandbox run without a network.
var HasNoNetwork = func() bool { return false }
