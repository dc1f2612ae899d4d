package bundle

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentconnector/pkg/connector"
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

// shown is a bundle as one text: what it could not hold, then each file.
func shown(b *Bundle) []byte {
	var s bytes.Buffer
	for _, n := range b.Notices {
		fmt.Fprintf(&s, "%s %s %s\n", n.Level, n.Surface, n.Message)
	}
	for _, f := range b.Files {
		mode := ""
		if f.Exec {
			mode = " (executable)"
		}
		fmt.Fprintf(&s, "-- %s --%s\n%s", f.Path, mode, f.Data)
	}
	return s.Bytes()
}

// TestGolden: what every format makes of the example.
func TestGolden(t *testing.T) {
	for _, name := range Formats() {
		b, err := Make(name, example(t))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		file, got := filepath.Join("testdata", name+".golden"), shown(b)
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || !bytes.Equal(want, got) {
			t.Errorf("%s is not what is made (%v); if that is right, run go test ./pkg/bundle -update", file, err)
		}
	}
}

// TestPortable: a bundle holds nothing of the machine that made it, is the same
// each time, and its JSON is JSON.
func TestPortable(t *testing.T) {
	for _, name := range Formats() {
		b, err := Make(name, example(t))
		again, _ := Make(name, example(t))
		if err != nil || !bytes.Equal(shown(b), shown(again)) {
			t.Errorf("%s: %v, or another one the second time", name, err)
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
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, f := range b.Files {
			if bytes.Contains(f.Data, []byte("mcpServers")) || strings.Contains(f.Path, "hooks/") {
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
