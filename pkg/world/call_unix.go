//go:build unix && !linux

package world

import "syscall"

func openFile(name string, flag int, perm uint32) (int, error) {
	return syscall.Open(name, flag, perm)
}

func access(name string) bool { return syscall.Access(name, 0) == nil }
