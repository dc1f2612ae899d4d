package connector

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"reflect"
	"strings"

	"github.com/tailscale/hujson"
)

// MaxText is the largest text that {"file": …} may name, in bytes.
const MaxText = 1 << 20

// text decodes content: a string, or {"file": "path"}, which is replaced by
// the text of the file.
func (d *decoder) text(v *hujson.Value, dst reflect.Value, path string) {
	switch v.Value.Kind() {
	case '"':
		dst.SetString(literal(v))
		return
	case '{':
	default:
		d.misfit(v, path, `a string or {"file": "path"}`, "")
		return
	}
	var ref struct {
		File string `json:"file"`
	}
	before := len(d.problems)
	d.fields(v.Value.(*hujson.Object), reflect.ValueOf(&ref).Elem(), path)
	at, given := d.nodes[member(path, "file")]
	switch {
	case len(d.problems) > before:
		d.bad[path] = true
	case !given:
		d.misfit(v, path, `a string or {"file": "path"}`, "")
	default:
		text, p := d.readText(ref.File)
		if p != nil {
			d.bad[path] = true
			d.problems = append(d.problems, d.problem(at.value.StartOffset, member(path, "file"), p.Found, p.Want, p.Hint))
		}
		dst.SetString(text)
	}
}

// readText reads a content file. Line ends become LF, so that a connector is
// the same connector on a machine whose git writes CRLF.
func (d *decoder) readText(file string) (string, *Problem) {
	b, p := d.readFile(file, MaxText)
	if p != nil {
		return "", p
	}
	if at := invalidUTF8(b); at >= 0 {
		return "", &Problem{Found: fmt.Sprintf("%s with the byte 0x%02X at offset %d", quoted(file), b[at], at),
			Want: "UTF-8 text", Hint: `a file that is no text belongs into "files"`}
	}
	b = bytes.TrimPrefix(b, byteOrderMark)
	return string(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))), nil
}

// readFile reads a regular file inside the folder of connector.json. Only
// Found, Want and Hint of the problem are set.
func (d *decoder) readFile(file string, limit int64) ([]byte, *Problem) {
	if p := unsafePath(file); p != nil {
		return nil, p
	}
	if d.fsys == nil {
		return nil, &Problem{Found: quoted(file), Want: "inline text", Hint: "this connector was read without a folder, so it can name no files"}
	}
	switch fi, err := fs.Stat(d.fsys, path.Clean(file)); { // before Open, which would wait for a named pipe's writer
	case err != nil:
		return nil, fileProblem(file, err)
	case !fi.Mode().IsRegular():
		return nil, &Problem{Found: quoted(file) + ", which is no file", Want: "a regular file"}
	case fi.Size() > limit:
		return nil, &Problem{Found: fmt.Sprintf("%s of %d bytes", quoted(file), fi.Size()), Want: fmt.Sprintf("at most %d", limit)}
	}
	f, err := d.fsys.Open(path.Clean(file))
	if err != nil {
		return nil, fileProblem(file, err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	switch {
	case err != nil:
		return nil, fileProblem(file, err)
	case int64(len(b)) > limit: // it grew since
		return nil, &Problem{Found: fmt.Sprintf("%s of more than %d bytes", quoted(file), limit), Want: "less"}
	}
	return b, nil
}

// fileProblem words what the file system says.
func fileProblem(file string, err error) *Problem {
	p := &Problem{Found: quoted(file) + ", which cannot be read", Want: "a file in the folder of connector.json"}
	switch pe := (*fs.PathError)(nil); {
	case errors.Is(err, fs.ErrNotExist):
		p.Found = quoted(file) + ", which does not exist"
	case strings.Contains(err.Error(), "escapes"): // what os.Root says of a link; it has no exported error
		p.Found = quoted(file) + ", a link that leads out of the folder"
	case errors.As(err, &pe):
		p.Hint = pe.Err.Error()
	}
	return p
}

// unsafePath says what is wrong with a path that has to be relative, with
// slashes, and inside its folder on every operating system.
func unsafePath(p string) *Problem {
	const want = "a relative path inside the folder"
	bad := func(hint string) *Problem { return &Problem{Found: quoted(p), Want: want, Hint: hint} }
	clean := path.Clean(p)
	switch {
	case strings.TrimSpace(p) == "" || clean == ".":
		return bad("")
	case strings.ContainsRune(p, '\\'):
		return bad("write it with slashes")
	case strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r == 0x7f || r == ':' }):
		return bad("control characters and colons name no file on Windows")
	case strings.HasPrefix(p, "/") || strings.HasPrefix(p, "~"):
		return bad("it is installed on other machines, where this path means something else")
	case clean == ".." || strings.HasPrefix(clean, "../"):
		return bad("it leads out of the folder")
	}
	return nil
}
