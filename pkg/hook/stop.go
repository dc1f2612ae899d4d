package hook

import (
	"errors"
	"os"
	"syscall"
)

// errStopped: somebody wants this process to end: a host whose time is up, or a
// user at the terminal. What runs is ended, and the call answered by the policy
// for faults, for whoever still listens.
var errStopped = errors.New("told to end")

// stopSignals are how one is told so. Until a handler runs, or stdin is slow,
// they end the process at once: there is nothing to tidy up.
func stopSignals() []os.Signal {
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}
