//go:build !linux

package world

import "os"

func environ() []string { return os.Environ() }
