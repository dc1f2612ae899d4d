package faults

import (
	"strings"

	"golang.org/x/sys/unix"
)

// names of the calls that can change what is on disk, or hold or let go of it.
var names = map[uint64]string{
	unix.SYS_OPENAT: "openat", unix.SYS_WRITE: "write", unix.SYS_PWRITE64: "pwrite64", unix.SYS_WRITEV: "writev",
	unix.SYS_COPY_FILE_RANGE: "copy_file_range", unix.SYS_SENDFILE: "sendfile", unix.SYS_SPLICE: "splice",
	unix.SYS_FSYNC: "fsync", unix.SYS_FDATASYNC: "fdatasync", unix.SYS_FCHMOD: "fchmod", unix.SYS_FCHMODAT: "fchmodat",
	unix.SYS_FCHOWN: "fchown", unix.SYS_FCHOWNAT: "fchownat", unix.SYS_RENAME: "rename", unix.SYS_RENAMEAT: "renameat",
	unix.SYS_RENAMEAT2: "renameat2", unix.SYS_UNLINK: "unlink", unix.SYS_RMDIR: "rmdir", unix.SYS_UNLINKAT: "unlinkat", unix.SYS_MKDIRAT: "mkdirat", unix.SYS_FLOCK: "flock",
	unix.SYS_FTRUNCATE: "ftruncate", unix.SYS_CLOSE: "close", unix.SYS_UTIMENSAT: "utimensat",
	unix.SYS_LINKAT: "linkat", unix.SYS_SYMLINKAT: "symlinkat",
}

// pathArg is which argument names the file.
var pathArg = map[uint64]int{
	unix.SYS_OPENAT: 1, unix.SYS_RENAMEAT: 1, unix.SYS_RENAMEAT2: 1, unix.SYS_UNLINKAT: 1, unix.SYS_MKDIRAT: 1,
	unix.SYS_NEWFSTATAT: 1, unix.SYS_UTIMENSAT: 1, unix.SYS_FCHMODAT: 1, unix.SYS_RENAME: 0, unix.SYS_RMDIR: 0, unix.SYS_UNLINK: 0,
}

// changing says whether a call can change what is on disk. Between two of these
// nothing changes, so a kill before each of them is a kill at every instant.
func changing(c call) bool {
	switch c.nr {
	case unix.SYS_OPENAT:
		return c.args[2]&(unix.O_CREAT|unix.O_TRUNC) != 0
	case unix.SYS_WRITE:
		return c.args[0] > 2 && c.args[2] != 8 // 8: Go wakes its own poller
	case unix.SYS_CLOSE:
		return false // counted by every, where it is tried with errors
	}
	return names[c.nr] != ""
}

// every is any call at all, after the program has started.
func every(call) bool { return true }

// system says whether a path is the machine's and no concern of ours.
func system(path string) bool {
	return strings.HasPrefix(path, "/proc") || strings.HasPrefix(path, "/sys") || strings.HasPrefix(path, "/dev") && !strings.HasPrefix(path, "/dev/shm") ||
		strings.HasPrefix(path, "/etc")
}
