package plan

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

func sample() *Plan {
	return &Plan{
		Head: wire.Plan{Schema: wire.SchemaPlan, Plan: "p1", Connector: "acme", Version: "1.0.0", Scope: "user", ACHome: "/h/.ac",
			Hosts: []string{"codex"}, Surfaces: []string{"server"}, Tools: []string{"ac-proxy"}},
		Patches: []wire.Patch{
			{Schema: wire.SchemaPatch, Hosts: []string{"codex"}, Surface: "server", Path: "/h/<a>&b", Format: "toml", Op: wire.OpSet,
				At: []string{"mcp_servers", "acme"}, Value: []byte(`{"command":"x"}`), If: wire.IfAbsent},
			{Schema: wire.SchemaPatch, Hosts: []string{}, Surface: "state", Path: "/h/s", Format: "file", Op: wire.OpWrite,
				Value: []byte(`"text\n"`), SHA256: Hash([]byte("text\n"))},
		},
		Notices: []wire.Notice{{Schema: wire.SchemaNotice, Level: "warn", Message: "m"}},
	}
}

func text(t testing.TB, p *Plan) string {
	var b bytes.Buffer
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReadGivesBackWhatWriteWrote(t *testing.T) {
	got, err := Read(strings.NewReader(text(t, sample())))
	if err != nil || !reflect.DeepEqual(got, sample()) {
		t.Errorf("%v\n%+v", err, got)
	}
}

// Whatever is cut off the end, from one byte to all: no plan.
func TestEveryPrefixIsRefused(t *testing.T) {
	s := text(t, sample())
	for i := range len(s) - 1 { // the last newline alone may be missing
		if p, err := Read(strings.NewReader(s[:i])); err == nil {
			t.Fatalf("a plan from the first %d of %d bytes: %+v", i, len(s), p)
		}
	}
}

// Whatever single byte is changed: no plan.
func TestEveryChangedByteIsRefused(t *testing.T) {
	s := text(t, sample())
	body := s[:strings.LastIndex(s[:len(s)-1], "\n")+1]
	for i := range body {
		b := []byte(s)
		b[i] ^= 1
		if _, err := Read(bytes.NewReader(b)); err == nil {
			t.Fatalf("byte %d changed from %q and accepted", i, s[i])
		}
	}
}

func TestReadRefuses(t *testing.T) {
	s := text(t, sample())
	lines := strings.SplitAfter(s, "\n")
	for name, c := range map[string]struct{ in, want string }{
		"nothing":        {"", "the input is empty"},
		"no end":         {strings.Join(lines[:4], ""), "cut short"},
		"a line less":    {lines[0] + lines[1] + lines[3] + lines[4], "line 4: the plan has 2 records, its end says 3"},
		"two plans":      {s + s, "line 6: two plans"},
		"nested":         {lines[0] + lines[0], "line 2: a second plan"},
		"trailing":       {s + "x\n", "line 6: something follows"},
		"no json":        {"hello\n", "line 1: no record"},
		"detect output":  {`{"schema":"ac.machine/v1"}` + "\n", "put ac-render CONNECTOR between"},
		"major":          {strings.Replace(s, "ac.plan/v1", "ac.plan/v2", 1), "line 1: ac.plan has major version v2"},
		"patch major":    {strings.Replace(s, "ac.patch/v1", "ac.patch/v9", 1), "line 2: ac.patch has major version v9"},
		"unknown record": {lines[0] + `{"schema":"ac.other/v1"}` + "\n", "holds no ac.other/v1"},
		"other end":      {strings.Replace(s, `"plan":"p1","count"`, `"plan":"p2","count"`, 1), "the end is that of plan p2"},
		"unknown op":     {strings.Replace(s, `"op":"set"`, `"op":"bet"`, 1), `unknown op "bet"`},
		"no connector":   {strings.Replace(s, `"connector":"acme"`, `"connector":""`, 1), `no "connector"`},
		"other bytes":    {strings.Replace(s, `text\n`, `tent\n`, 1), "has SHA-256"},
	} {
		if _, err := Read(strings.NewReader(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestUnknownFieldsAreIgnored(t *testing.T) {
	s := strings.Replace(text(t, sample()), `"connector":"acme"`, `"connector":"acme","later":[1]`, 1)
	var sealed bytes.Buffer
	if err := Seal(strings.NewReader(s), &sealed); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(sealed.String(), `"later":[1]`) {
		t.Error("sealing lost a field that it does not know")
	}
	if _, err := Read(&sealed); err != nil {
		t.Error(err)
	}
}

func TestSealMakesAnEditedPlanWhole(t *testing.T) {
	s := text(t, sample())
	edited := strings.Replace(s, `text\n`, `other\n`, 1)
	edited = edited[:strings.LastIndex(edited[:len(edited)-1], "\n")+1] // without its end
	for _, in := range []string{edited, strings.Replace(s, `text\n`, `other\n`, 1)} {
		var out bytes.Buffer
		if err := Seal(strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		p, err := Read(&out)
		if err != nil || string(p.Patches[1].Value) != `"other\n"` {
			t.Errorf("%v %+v", err, p)
		}
	}
	var out bytes.Buffer
	if err := Seal(strings.NewReader(s), &out); err != nil || out.String() != s {
		t.Errorf("sealing a whole plan changed it: %v", err)
	}
	if err := Seal(strings.NewReader(s+s), io.Discard); err == nil {
		t.Error("two plans sealed")
	}
}

func TestLineAtTheLimit(t *testing.T) {
	for _, c := range []struct {
		n  int
		ok bool
	}{{MaxLine - 1, true}, {MaxLine, true}, {MaxLine + 1, false}} {
		line := strings.Repeat("x", c.n-1) + "\n"
		n, err := eachLine(strings.NewReader(line), func(int, []byte) error { return nil })
		if (err == nil) != c.ok || c.ok && n != 1 {
			t.Errorf("%d bytes: %d lines, %v", c.n, n, err)
		}
	}
	for _, c := range []struct {
		n  int
		ok bool
	}{{MaxLines, true}, {MaxLines + 1, false}} {
		_, err := eachLine(strings.NewReader(strings.Repeat("\n", c.n)), func(int, []byte) error { return nil })
		if (err == nil) != c.ok {
			t.Errorf("%d lines: %v", c.n, err)
		}
	}
}

func FuzzReadNeverAcceptsWhatSealWouldChange(f *testing.F) {
	f.Add([]byte(text(f, sample())))
	f.Add([]byte(fmt.Sprintf(`{"schema":%q}`, wire.SchemaPlan)))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := Read(bytes.NewReader(b)); err != nil {
			return
		}
		var out bytes.Buffer
		if err := Seal(bytes.NewReader(b), &out); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(&out); err != nil {
			t.Fatalf("sealed and refused: %v", err)
		}
	})
}
