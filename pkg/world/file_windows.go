package world

import (
	"fmt"
	"io"
	"os"
)

// OpenFile is os.OpenFile; on other systems it does less.
func OpenFile(name string, flag int, perm os.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// ReadFile is os.ReadFile for files of most bytes at most.
func ReadFile(name string, most int) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if err == nil && len(b) > most {
		return nil, fmt.Errorf("%s: found more than %d bytes", name, most)
	}
	return b, err
}

// Exists says whether there is something by that name.
func Exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// IsDir says whether it is a directory.
func IsDir(name string) bool {
	fi, err := os.Stat(name)
	return err == nil && fi.IsDir()
}

func stdout() io.Writer { return os.Stdout }
func stderr() io.Writer { return os.Stderr }
