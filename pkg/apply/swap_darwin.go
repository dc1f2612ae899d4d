package apply

import "golang.org/x/sys/unix"

// swap exchanges two files in one step.
func swap(a, b string) error { return noSwap(unix.RenamexNp(a, b, unix.RENAME_SWAP)) }

// moveNew renames a to b if there is no b.
func moveNew(a, b string) error { return noSwap(unix.RenamexNp(a, b, unix.RENAME_EXCL)) }
