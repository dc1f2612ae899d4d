//go:build unix && !linux

package world

import "syscall"

func openFile(name string, flag int, perm uint32) (int, error) {
	return syscall.Open(name, flag, perm)
}

func access(name, after string) bool { return syscall.Access(name+after, 0) == nil }
