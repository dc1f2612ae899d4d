package apply

import "golang.org/x/sys/windows"

// swap does not exist here: a look just before the rename has to do.
func swap(a, b string) error { return errNoSwap }

// moveNew renames a file to a name that must be free.
func moveNew(from, to string) error {
	f, err := windows.UTF16PtrFromString(from)
	if err != nil {
		return err
	}
	t, err := windows.UTF16PtrFromString(to)
	if err != nil {
		return err
	}
	return patiently(func() error { return windows.MoveFileEx(f, t, 0) }, from)
}
