//go:build linux || darwin

package apply

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// noSwap tells a file system that cannot do it from a real failure.
func noSwap(err error) error {
	for _, e := range []error{unix.EINVAL, unix.ENOSYS, unix.ENOTSUP, unix.EOPNOTSUPP} {
		if errors.Is(err, e) {
			return fmt.Errorf("%w: %w", errNoSwap, err)
		}
	}
	return err
}
