//go:build !linux

package meter

// stepBack can do nothing here: the system knows no priority of a thread that
// any program may lower.
func stepBack() {}
