package apply

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

func TestWanted(t *testing.T) {
	for name, c := range map[string]struct {
		op, cond, value string
		words           string // what it says, and of which parts
		bad             string
	}{
		"plain":              {wire.OpSet, "", `{"a":1}`, `{"a":1}`, ""},
		"a variable":         {wire.OpSet, wire.IfAbsent, `{"a":{"env":"X"}}`, `{"a":"${env:X}"} a X`, ""},
		"text":               {wire.OpSet, wire.IfOurs, `{"a":{"expand":"b ${env:X} ${env:Y:-d}"}}`, `{"a":"b ${env:X} ${env:Y:-d}"} a X,Y`, ""},
		"a whole":            {wire.OpSet, "", `{"expand":{"b":["${env:X}","c"]}}`, `{"b":["${env:X}","c"]}  X`, ""},
		"without references": {wire.OpSet, "", `{"a":{"expand":"b"}}`, `{"a":"b"}`, ""},
		"a literal":          {wire.OpUpsert, "", `{"env":{"literal":{"env":"x"}}}`, `{"env":{"env":"x"}}`, ""},
		"an element":         {wire.OpUpsert, "", `{"a":{"env":"X"}}`, "", "a variable, which can stand only in a value that is set"},
		"over another":       {wire.OpSet, wire.IfAny, `{"a":{"env":"X"}}`, "", "a variable, which can stand only in a value that is set where nothing was"},
		"no name":            {wire.OpSet, "", `{"a":{"env":"1 x"}}`, "", `no reference to a variable: found "${env:1", expected the name of a variable`},
		"not closed":         {wire.OpSet, "", `{"a":{"expand":"${env:X"}}`, "", `no reference to a variable: found "${env:X", expected a closing }`},
		"a block":            {wire.OpBlock, "", `"{\"env\":\"X\"}"`, `"{\"env\":\"X\"}"`, ""},
	} {
		w, err := wanted(wire.Patch{Op: c.op, If: c.cond, Path: "/f", At: []string{"s"}, Value: wire.Raw(c.value)})
		if c.bad != "" {
			if err == nil || !strings.Contains(err.Error(), c.bad) || !strings.Contains(err.Error(), "/f") {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		got := string(w.Value)
		for _, r := range w.refs {
			got += fmt.Sprintf(" %s %s", place(r.at), strings.Join(r.names(), ","))
		}
		if err != nil || got != c.words {
			t.Errorf("%s: %s %v, want %s", name, got, err, c.words)
		}
	}
}

func TestInProject(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := func(elem ...string) string { return filepath.Join(append([]string{dir}, elem...)...) }
	os.Mkdir(p("shop"), 0o755)
	links := os.Symlink(p("shop"), p("link")) == nil
	for _, c := range []struct {
		path, real, project string
		want                bool
	}{
		{p("shop", ".mcp.json"), p("shop", ".mcp.json"), p("shop"), true},
		{p("shop", "a", "b"), p("shop", "a", "b"), p("shop") + string(filepath.Separator), true},
		{p("shop-2", "a"), p("shop-2", "a"), p("shop"), false},
		{p(".claude.json"), p(".claude.json"), p("shop"), false},
		{p("..shop"), p("..shop"), p("shop"), false},
		{p("shop", "..a"), p("shop", "..a"), p("shop"), true},
		{p("out"), p("shop", "in"), p("shop"), true},
		{p("shop", "in"), p("out"), p("shop"), true},
		{p("out"), p("shop", "in"), p("link"), links},
		{p("shop", "a"), p("shop", "a"), "", false},
	} {
		if got := inProject(c.path, c.real, c.project); got != c.want {
			t.Errorf("%s (%s) in %s: %v", c.path, c.real, c.project, got)
		}
	}
}

// Bytes with holes in them come back whole and show nothing of what was in the
// holes, however an editor wrote it; where they would, they are not kept.
func TestHoles(t *testing.T) {
	for _, c := range []struct {
		format, ins string
		ts          map[string]string
		kept        bool
	}{
		{"json", `"s": {"t": "s3cret"}`, map[string]string{"/t": "s3cret"}, true},
		{"json", `"s": {"t": "s3cret", "u": ["s3cret"]}`, map[string]string{"/t": "s3cret", "/u/0": "s3cret"}, true},
		{"json", `"s": {"t": "s3cret", "u": "Bearer s3cret"}`, map[string]string{"/t": "s3cret", "/u": "Bearer s3cret"}, true},
		{"json", `"s": {"t": "", "u": "x"}`, map[string]string{"/t": ""}, true},
		{"json", `"s": {"npx": "npx"}`, map[string]string{"/npx": "npx"}, false}, // which of the two?
		{"json", `"s": {"t": "a\"b\\"}`, map[string]string{"/t": `a"b\`}, true},
		{"json", `"s": {"t": "\u00e9"}`, map[string]string{"/t": `é`}, false},         // in a spelling of its own
		{"json", `"s": {"t": "\u0061", "a": 1}`, map[string]string{"/t": `a`}, false}, // there once, but as something else
		{"json", `"s": {"t": "\u0022: 1", "u\": 1": 2}`, map[string]string{"/t": `": 1`}, false},
		{"toml", "[s]\nt = 'a\"b'\n", map[string]string{"/t": `a"b`}, true},
		{"toml", `s = {t = "a\nb\tc"}`, map[string]string{"/t": "a\nb\tc"}, true},
		{"yaml", "s:\n  t: it's\n", map[string]string{"/t": "it's"}, true},
		{"yaml", "s:\n  t: '# it''s'\n", map[string]string{"/t": "# it's"}, true},
		{"yaml", "s:\n  t: |\n    a\n    b\n", map[string]string{"/t": "a\nb\n"}, false},
	} {
		data := []byte(c.ins)
		if c.format == "json" {
			data = []byte(`{"a": 1, ` + c.ins + `}`)
		}
		e := &own{At: []string{"s"}, Edit: edit.Edit{Ins: []byte(c.ins)}, Secrets: map[string]string{}}
		for p := range c.ts {
			e.Secrets[p] = "sealed"
		}
		d, err := openDoc(c.format, data, how{})
		if err != nil {
			t.Fatal(c.ins, err)
		}
		now, _, _ := d.Get(e.At)
		for p, s := range c.ts {
			if found, ok := text(dig(now, way(p))); !ok || found != s {
				t.Fatalf("%s has %q at %s", c.ins, found, p)
			}
		}
		ins := (&ledger{Format: c.format}).holed(data, e, c.ts)
		if (ins != nil) != c.kept {
			t.Errorf("%s: %q", c.ins, ins)
		}
		if ins == nil {
			continue
		}
		for _, s := range c.ts {
			for _, f := range forms(s) {
				if s != "" && strings.Contains(string(ins), f) {
					t.Errorf("%s: %q", c.ins, ins)
				}
			}
		}
		if back := filled(ins, c.ts); string(back) != c.ins {
			t.Errorf("%s came back as %s", c.ins, back)
		}
		if strings.Contains(string(ins), "\x00") && filled(ins, nil) != nil {
			t.Errorf("%q is whole without its texts", ins)
		}
	}
}

func TestSeals(t *testing.T) {
	a, b := sealed(nil, "/t", "s3cret"), sealed(nil, "/t", "s3cret")
	if a == b || !unseals(a, "s3cret") || unseals(a, "s3cret2") || unseals(a, "") || unseals("", "") || strings.Contains(a, "s3cret") {
		t.Error(a, b)
	}
	e := &own{Value: wire.Raw(`{"t":"${env:X}","u":["a","${env:Y}"]}`), Secrets: map[string]string{"/t": a, "/u/1": b}}
	if got := sealed(e, "/t", "s3cret"); got != a {
		t.Error("a second run writes another seal")
	}
	if got := sealed(e, "/t", "other"); got == a || !unseals(got, "other") {
		t.Error(got)
	}
	for now, want := range map[string]string{
		`{"t":"s3cret","u":["a","s3cret"]}`: `{"t":"s3cret","u":["a","s3cret"]}`,
		`{"t":"mine","u":["a","s3cret"]}`:   `{"t":` + string(nobodys) + `,"u":["a","s3cret"]}`,
		`{"u":"s3cret"}`:                    `{"t":` + string(nobodys) + `,"u":["a",` + string(nobodys) + `]}`,
		`null`:                              `{"t":` + string(nobodys) + `,"u":["a",` + string(nobodys) + `]}`,
	} {
		if got := string(e.real(wire.Raw(now))); got != want {
			t.Errorf("%s: %s", now, got)
		}
	}
	if at := way(pointer([]string{"a/b", "~1", ""})); !reflect.DeepEqual(at, []string{"a/b", "~1", ""}) {
		t.Errorf("%q", at)
	}
}
