package connector

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
)

// Load reads a connector: its connector.json, or the folder that holds one.
// The error is of type Errors and names every problem.
func Load(name string) (*Connector, error) {
	file := name
	if fi, err := os.Stat(name); err == nil && fi.IsDir() {
		file = filepath.Join(name, definitionName)
	}
	// Names in a connector.json that is a link are relative to its target.
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	src, err := readSource(real)
	if err != nil {
		return nil, unreadable(file, err)
	}
	// A Root follows links inside the folder and refuses those that lead out.
	root, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return nil, unreadable(file, err)
	}
	defer root.Close()
	return Parse(file, src, root.FS())
}

// readSource reads a regular file, one byte more than allowed at most.
func readSource(file string) ([]byte, error) {
	fi, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !fi.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, MaxSource+1))
}

func unreadable(file string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return trouble(file, "no such file", "a connector.json or the folder of one", "")
	}
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		err = pe.Err
	}
	return trouble(file, "a file that cannot be read", "a connector.json", err.Error())
}

// Parse reads a connector from its text. The name is for messages; fsys is the
// folder of connector.json, nil if there is none.
func Parse(name string, src []byte, fsys fs.FS) (*Connector, error) {
	s := &source{name: name, text: src}
	tree, fault := s.parse()
	if fault != nil {
		return nil, Errors{*fault}
	}
	c := new(Connector)
	d := &decoder{source: s, fsys: fsys, nodes: map[string]node{"": {&tree, tree.StartOffset}}, bad: map[string]bool{}, typed: map[string]any{}}
	d.decode(&tree, reflect.ValueOf(c).Elem(), "")
	if d.bad[""] {
		return nil, Errors(d.problems)
	}
	if !d.bad["files"] {
		c.Copied = d.collect(c.Files)
	}
	k := &checker{decoder: d, c: c}
	k.all()
	if len(d.problems) > 0 {
		return nil, Errors(inOrder(d.problems))
	}
	c.Warnings = inOrder(k.warnings)
	c.normalise()
	c.Hash = c.hash()
	return c, nil
}
