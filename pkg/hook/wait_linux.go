package hook

import "syscall"

func wait(set *syscall.FdSet, tv *syscall.Timeval) error {
	_, err := syscall.Select(1, set, nil, nil, tv)
	return err
}
