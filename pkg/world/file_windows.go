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

// Executable is the file of this program; empty if it is not known.
func Executable() string {
	exe, _ := os.Executable()
	return exe
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

// Stream is a standard output.
type Stream int

func (fd Stream) Write(p []byte) (int, error) {
	if fd == 2 {
		return os.Stderr.Write(p)
	}
	return os.Stdout.Write(p)
}

func stdout() Stream { return 1 }
func stderr() Stream { return 2 }
