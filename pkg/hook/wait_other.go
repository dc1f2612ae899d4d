//go:build !linux && !darwin

package hook

import "time"

const canWait = false

func waitStdin(time.Duration) (bool, error) { return true, nil }
