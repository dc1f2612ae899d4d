//go:build !linux && !darwin && !windows

package apply

// swap and moveNew do not exist here: a look just before the rename has to do.
func swap(a, b string) error    { return errNoSwap }
func moveNew(a, b string) error { return errNoSwap }
