package toml

import (
	"os"
	"strings"
	"testing"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
)

// block is how a new server is written where a table can stand.
const block = `[mcp_servers.acme-db]
command = "npx"
args = ["-y", "acme"]

[mcp_servers.acme-db.env]
TOKEN = "t"
`

const inline = `{ command = "npx", args = ["-y", "acme"], env = { TOKEN = "t" } }`

// TestSetWritesAsTheFileDoes pins the bytes of one new server per spelling: the
// source, and what stands there afterwards with @ for the block.
func TestSetWritesAsTheFileDoes(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"empty", "@"},
		{"spaces", "@  \n\n"},
		{"comments", "# nothing here\n# yet\n\n@"},
		{"one key", "model = \"o3\"\n\n@"},
		{"inline parent", "mcp_servers = { a = { command = \"z\" }, acme-db = " + inline + " } # c\nmodel = \"m\"\n"},
		{"inline tight", "mcp_servers={a={command=\"z\"},b={command=\"y\"},acme-db=" + inline + "}\n"},
		{"inline empty", "mcp_servers = { acme-db = " + inline + " }\n"},
		{"inline in table", "[mcp_servers]\nacme-db = " + inline + "\ny = { command = \"k\" }\n"},
		{"dotted", spellings["dotted"] + "\n@"},
		{"parent table", "[mcp_servers]\na = { command = \"z\" }\n\n@\n[other]\nk = 1\n"},
		{"parent empty", "[mcp_servers]\n@[other]\nk = 1\n"},
		{"tight", "[mcp_servers.a]\ncommand = \"z\"\n[mcp_servers.b]\ncommand = \"y\"\n@[other]\nk = 1\n"},
		{"tight comment", "[mcp_servers.a]\ncommand = \"z\"\n@# of other\n[other]\nk = 1\n"},
		{"comment behind", "[mcp_servers.a]\ncommand = \"z\"\n# args = []\n\n@\n# of other\n[other]\nk = 1\n"},
		{"blank at the end", "[a]\nk = 1\n\n@\n\n"},
		{"dotted in table", "[mcp_servers]\nacme-db.command = \"npx\"\nacme-db.env.TOKEN = \"t\"\nacme-db.args = [\"-y\", \"acme\"]\ny.command = \"k\"\n"},
		{"existing", "[mcp_servers.acme-db] # old\ncommand = \"npx\"\nargs = [\"-y\", \"acme\"]\n# inside\n\n[mcp_servers.acme-db.env]\nTOKEN = \"t\"\n\n# next\n[mcp_servers.y]\ncommand = \"k\"\n"},
		{"quoted header", "[ \"mcp_servers\" . 'acme-db' ]\ncommand = \"npx\"\nargs = [\"-y\", \"acme\"]\n\n[mcp_servers.acme-db.env]\nTOKEN = \"t\"\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := spellings[c.name]
			want := strings.Replace(c.want, "@", block, 1)
			d := mustOpen(t, []byte(src))
			if _, err := d.Set(serverAt, wire.Raw(server)); err != nil {
				t.Fatal(err)
			}
			same(t, "Set", d.Bytes(), []byte(want))
		})
	}
}

// TestSetOfAKey pins what one key does to the lines around it.
func TestSetOfAKey(t *testing.T) {
	for _, c := range []struct {
		name, src string
		at        edit.Path
		raw, want string
	}{
		{"value only", "[a] # x\nk  =  1 # y\n", edit.Path{"a", "k"}, `2`, "[a] # x\nk  =  2 # y\n"},
		{"before the sub-tables", "[a]\nk = 1\n# tail\n\n[a.b]\nx = 1\n", edit.Path{"a", "n"}, `"v"`, "[a]\nk = 1\nn = \"v\"\n# tail\n\n[a.b]\nx = 1\n"},
		{"indented like its sibling", "[a]\n\tk=1\n", edit.Path{"a", "n"}, `2`, "[a]\n\tk=1\n\tn=2\n"},
		{"behind a value of many lines", "[a]\nk = [\n 1,\n] # c\n[b]\n", edit.Path{"a", "n"}, `2`, "[a]\nk = [\n 1,\n] # c\nn = 2\n[b]\n"},
		{"dotted like its sibling", "features.hooks = true\n\n[features.x]\nk = 1\n", edit.Path{"features", "n"}, `2`, "features.hooks = true\nfeatures.n = 2\n\n[features.x]\nk = 1\n"},
		{"root before the first header", "# licence\n\n# of a\n[a]\nk = 1\n", edit.Path{"n"}, `2`, "# licence\nn = 2\n\n# of a\n[a]\nk = 1\n"},
		{"no final newline", "a = 1", edit.Path{"n"}, `2`, "a = 1\nn = 2"},
		{"crlf", "a = 1\r\n[t]\r\n", edit.Path{"t", "n"}, `2`, "a = 1\r\n[t]\r\nn = 2\r\n"},
		{"bom", bom + "a = 1\n", edit.Path{"a"}, `2`, bom + "a = 2\n"},
		{"parents", "", edit.Path{"a", "b c", "n"}, `[1,{"x":"y"}]`, "[a.\"b c\"]\nn = [1, { x = \"y\" }]\n"},
		{"implicit parent", "[a.b]\nk = 1\n", edit.Path{"a", "n"}, `2`, "[a.b]\nk = 1\n\n[a]\nn = 2\n"},
		{"spelling of equal numbers", "a = 0xFF\nb = 30.0\n", edit.Path{"b"}, `30`, "a = 0xFF\nb = 30.0\n"},
		{"equal date", "a = 2026-01-02T03:04:05Z\n", edit.Path{"a"}, `"2026-01-02T03:04:05Z"`, "a = 2026-01-02T03:04:05Z\n"},
		{"member", "t = { a = 1, b.c = 2 }\n", edit.Path{"t", "b", "d"}, `{"e":3}`, "t = { a = 1, b.c = 2, b.d = { e = 3 } }\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustOpen(t, []byte(c.src))
			e, err := d.Set(c.at, wire.Raw(c.raw))
			if err != nil {
				t.Fatal(err)
			}
			same(t, "Set", d.Bytes(), []byte(c.want))
			if err := d.Revert(thaw(t, e)); err != nil {
				t.Fatal(err)
			}
			same(t, "Revert", d.Bytes(), []byte(c.src))
		})
	}
}

func TestRemoveTakesEveryDefinition(t *testing.T) {
	at := serverAt
	for _, c := range []struct{ name, src, want string }{
		{"split", spellings["existing split"], "\n[zzz]\nq = 1\n"},
		{"comment of the next stays", spellings["existing"], "\n# next\n[mcp_servers.y]\ncommand = \"k\"\n"},
		{"comment alone stays", "[mcp_servers.acme-db]\nk = 1\n# ours\n\n# alone\n\n# ours\n[mcp_servers.acme-db.env]\n", "# ours\n\n# alone\n\n# ours\n"},
		{"dotted", spellings["dotted in table"], "[mcp_servers]\ny.command = \"k\"\n"},
		{"member", spellings["inline dotted"], "mcp_servers = { a.command = \"z\" }\n"},
		{"first member", "mcp_servers = { acme-db = { command = \"z\" }, b = 1 }\n", "mcp_servers = { b = 1 }\n"},
		{"only member", "mcp_servers = { acme-db = {} }\n", "mcp_servers = {}\n"},
		{"member among comments", "mcp_servers = {\n  a = 1, # a\n  acme-db = 2, # ours\n  b = 3,\n}\n", "mcp_servers = {\n  a = 1, # a\n   # ours\n  b = 3,\n}\n"},
		{"separator at the end", "a = 1\n\n[mcp_servers.acme-db]\nk = 1\n", "a = 1\n"},
		{"separator between", "[a]\n\n[mcp_servers.acme-db]\nk = 1\n\n[b]\n", "[a]\n\n[b]\n"},
		{"no final newline", "a = 1\n\n[mcp_servers.acme-db]\nk = 1", "a = 1"},
		{"array of tables", spellings["array server"], "\n[z]\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustOpen(t, []byte(c.src))
			if err := d.Remove(at); err != nil {
				t.Fatal(err)
			}
			same(t, "Remove", d.Bytes(), []byte(c.want))
		})
	}
}

func TestGetSeesEverySpelling(t *testing.T) {
	for name, want := range map[string]string{
		"inline dotted":   `{"command":"old","env":{"A":"1"}}`,
		"inline in table": `{"command":"old"}`,
		"dotted server":   `{"command":"z","env":{"A":"1"}}`,
		"dotted in table": `{"command":"old","env":{"A":"1"}}`,
		"existing split":  `{"command":"old","env":{"A":"1"}}`,
		"quoted header":   `{"command":"old"}`,
		"quoted dotted":   `{"command":"old"}`,
		"indented":        `{"command":"z","args":["a","b"]}`,
		"array server":    `[{"k":1},{"k":2}]`,
		"scalar server":   `1`,
	} {
		raw, ok, err := mustOpen(t, []byte(spellings[name])).Get(serverAt)
		if string(raw) != want || !ok || err != nil {
			t.Errorf("%s: %s %v %v", name, raw, ok, err)
		}
	}
	raw, _, err := mustOpen(t, []byte(spellings["values"])).Get(nil)
	want := `{"i":255,"j":1000,"k":1,"f":1.5e03,"d":"2026-01-02T03:04:05Z","e":"07:32:00","a":[[1,2],{"b":[{"c":1}]}],"n":0}`
	if string(raw) != want || err != nil {
		t.Errorf("%s %v", raw, err)
	}
}

func readCase(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/cases/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Case 06: only a block is new, behind the last one of the same parent.
func TestCase06CommentsAndSpellingsStay(t *testing.T) {
	src := readCase(t, "06.toml")
	d := mustOpen(t, []byte(src))
	e, err := d.Set(edit.Path{"mcp_servers", "gamma"}, wire.Raw(`{"command":"npx","args":["-y","gamma"]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(src, "\n\n# tail", "\n\n[mcp_servers.gamma]\ncommand = \"npx\"\nargs = [\"-y\", \"gamma\"]\n\n# tail", 1)
	same(t, "Set", d.Bytes(), []byte(want))
	if err := d.Revert(e); err != nil {
		t.Fatal(err)
	}
	same(t, "Revert", d.Bytes(), []byte(src))
}

// Case 19: an upgrade of args touches nothing that the host keeps in the table;
// a removal takes it along.
func TestCase19ForeignStateInsideOurTable(t *testing.T) {
	src := readCase(t, "19.toml")
	d := mustOpen(t, []byte(src))
	if _, err := d.Set(edit.Path{"mcp_servers", "gamma", "args"}, wire.Raw(`["-y","gamma@2"]`)); err != nil {
		t.Fatal(err)
	}
	same(t, "upgrade", d.Bytes(), []byte(strings.Replace(src, `"gamma"]`, `"gamma@2"]`, 1)))
	if err := d.Remove(edit.Path{"mcp_servers", "gamma"}); err != nil {
		t.Fatal(err)
	}
	same(t, "removal", d.Bytes(), nil)
}

// A host writes into our table and moves it; the revert still finds it.
func TestRevertFindsItsBytesWhereverTheyAre(t *testing.T) {
	src := "a = 1\n\n[z]\nk = 1\n"
	d := mustOpen(t, []byte(src))
	e, err := d.Set(serverAt, wire.Raw(server))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, now, want string }{
		{"moved up", "a = 1\n\n" + block + "\n[z]\nk = 1\n", src},
		{"something behind", src + "\n" + block + "\n[y]\n", src + "\n[y]\n"},
		{"key of the host inside", src + "\n" + strings.Replace(block, "\n\n", "\nenabled = false\n\n", 1), src},
		{"key of the host at the end", src + "\n" + block + "LATER = \"1\"\n", src},
		{"table of the host behind", src + "\n" + block + "\n[mcp_servers.acme-db.tools.go]\nok = 1\n", src},
		{"separator gone", src + block, src},
		{"gone", src, src},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustOpen(t, []byte(c.now))
			if err := d.Revert(e); err != nil {
				t.Fatal(err)
			}
			same(t, "Revert", d.Bytes(), []byte(c.want))
		})
	}
}
