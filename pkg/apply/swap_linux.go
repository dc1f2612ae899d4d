package apply

import "golang.org/x/sys/unix"

// swap exchanges two files in one step.
func swap(a, b string) error {
	return noSwap(unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE))
}

// moveNew renames a to b if there is no b.
func moveNew(a, b string) error {
	return noSwap(unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_NOREPLACE))
}
