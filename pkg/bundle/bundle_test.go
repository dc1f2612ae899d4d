package bundle

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

var update = flag.Bool("update", false, "write the golden files anew")

func example(t *testing.T) *connector.Connector {
	t.Helper()
	c, err := connector.Load("../../examples/acme-db")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// shown is what is made, as one text: what it could not hold, then each file; of
// an archive what is in it. Or why it is not made.
func shown(t *testing.T, b *Bundle, err error) []byte {
	t.Helper()
	var s bytes.Buffer
	if err != nil {
		fmt.Fprintf(&s, "refused: %v\n", err)
		return s.Bytes()
	}
	for _, n := range b.Notices {
		fmt.Fprintf(&s, "%s %s %s\n", n.Level, n.Surface, n.Message)
	}
	for _, f := range b.Files {
		if inner := unzipped(t, f); inner != nil {
			fmt.Fprintf(&s, "== %s ==\n%s", f.Path, shown(t, &Bundle{Files: inner}, nil))
			continue
		}
		mode := ""
		if f.Exec {
			mode = " (executable)"
		}
		data := string(f.Data)
		if !utf8.ValidString(data) {
			data = fmt.Sprintf("%q\n", data)
		}
		fmt.Fprintf(&s, "-- %s --%s\n%s", f.Path, mode, data)
	}
	return s.Bytes()
}

// unzipped are the files of an archive; nil for what is none.
func unzipped(t *testing.T, f File) (files []File) {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(f.Data), int64(len(f.Data)))
	if err != nil {
		return nil
	}
	for _, z := range r.File {
		in, err := z.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, File{Path: z.Name, Data: data, Exec: z.Mode()&0o100 != 0})
	}
	return files
}

// TestGolden: what every format makes of the example, or says that it lacks.
func TestGolden(t *testing.T) {
	for _, name := range Formats() {
		b, err := Make(name, example(t))
		golden(t, name, shown(t, b, err))
	}
}

// golden holds a text against testdata/NAME.golden.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || !bytes.Equal(want, got) {
		t.Errorf("%s is not what is made (%v); if that is right, run go test ./pkg/bundle -update", file, err)
	}
}

// TestPortable: a bundle holds nothing of the machine that made it, is the same
// each time, and its JSON is JSON.
func TestPortable(t *testing.T) {
	for _, name := range Formats() {
		b, err := Make(name, example(t))
		again, same := Make(name, example(t))
		if !bytes.Equal(shown(t, b, err), shown(t, again, same)) {
			t.Errorf("%s: %v, or another one the second time", name, err)
		}
		if err != nil { // refused, see its golden file
			continue
		}
		for i, f := range b.Files {
			if filepath.IsAbs(f.Path) || !filepath.IsLocal(f.Path) || i > 0 && b.Files[i-1].Path >= f.Path {
				t.Errorf("%s: a file of the name %s after %s", name, f.Path, b.Files[max(i-1, 0)].Path)
			}
			for _, mark := range []string{"/home/.agent-connector", "/plugin/"} {
				if bytes.Contains(f.Data, []byte(mark)) {
					t.Errorf("%s: %s holds %s", name, f.Path, mark)
				}
			}
			if strings.HasSuffix(f.Path, ".json") && !strings.HasSuffix(f.Path, "/connector.json") && !json.Valid(f.Data) {
				t.Errorf("%s: %s is no JSON", name, f.Path)
			}
		}
	}
}

// TestNothingDeclaredNothingMade: what a connector does not have leaves no file.
func TestNothingDeclaredNothingMade(t *testing.T) {
	c, err := connector.Parse("c", []byte(`{"id":"a","memory":[{"content":"x"}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Formats() {
		b, err := Make(name, c)
		isPlugin := func(h *host.Host) bool { return h.Plugin.Format == name }
		if (err == nil) != (isPlugin(&agentPlugins) || slices.ContainsFunc(host.All, isPlugin)) {
			t.Errorf("%s: %v", name, err) // a standard artifact is that of a server: without one there is none
		}
		if err != nil {
			continue
		}
		for _, f := range b.Files {
			isModule := strings.HasSuffix(f.Path, ".js") // its code is the same for all
			if !isModule && bytes.Contains(f.Data, []byte("mcpServers")) || strings.Contains(f.Path, "hooks/") {
				t.Errorf("%s: %s: %s", name, f.Path, f.Data)
			}
		}
	}
}

// TestWithout: what needs a value that the host does not look up is left out, or
// all of it where nothing useful is left.
func TestWithout(t *testing.T) {
	for _, c := range []struct {
		value, want string
		needs       []string
	}{
		{`{"command":"a","env":{"A":"b"}}`, `{"command":"a","env":{"A":"b"}}`, nil},
		{`{"command":"a","env":{"A":{"env":"X"},"B":"b"}}`, `{"command":"a","env":{"B":"b"}}`, nil},
		{`{"command":"a","env":{"A":{"expand":"x ${env:X}"}}}`, `{"command":"a"}`, nil},
		{`{"url":{"expand":"https://${env:X}"},"type":"http"}`, ``, []string{"url"}},
		{`{"args":["a",{"env":"X"}]}`, ``, nil},
		{`{"command":{"literal":{"env":"X"}}}`, `{"command":{"env":"X"}}`, nil},
	} {
		got, ok := without(&wire.Patch{Value: wire.Raw(c.value), Needs: c.needs})
		if string(got) != c.want || ok != (c.want != "") {
			t.Errorf("%s: %s %v, expected %s", c.value, got, ok, c.want)
		}
	}
}
