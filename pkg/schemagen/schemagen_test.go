package schemagen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func tiny() *Plan {
	return &Plan{
		Root: "testdata", Intro: "# Tiny",
		Records: []Record{{Name: "top", Dir: "tiny", Type: "Top", Note: "a test"}},
		Overlay: map[string]map[string]any{"Top.alpha": {"enum": []any{"<a>", "b"}}, "Top.raw": {"$ref": "#/$defs/Form"}},
		Replace: map[string]map[string]any{"Form": {"oneOf": []any{map[string]any{"$ref": "#/$defs/Extra"}, map[string]any{"type": "string"}}}},
		Defs:    map[string]map[string]any{"Extra": {"description": "more", "properties": map[string]any{"p": map[string]any{"description": "a | b"}}}},
	}
}

const wantSchema = `{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"urn:agent-connector:schema:top","title":"top",
"description":"Top is a record of two lines with a | in it.","type":"object","properties":{"schema":{"const":"tiny.top/v1"},
"zed":{"description":"a comment above","type":["array","null"],"items":{"$ref":"#/$defs/Inner"}},
"alpha":{"description":"the first | letter","type":"string","enum":["<a>","b"]},"raw":{"$ref":"#/$defs/Form"},
"over":{"oneOf":[{"const":false},{"$ref":"#/$defs/InnerOverride"}]}},"required":["schema","zed"],"additionalProperties":true,
"$defs":{"Extra":{"description":"more","properties":{"p":{"description":"a | b"}}},
"Form":{"description":"Form is a string or more.","oneOf":[{"$ref":"#/$defs/Extra"},{"type":"string"}]},"Inner":{"description":"Inner is inside.","type":"object","properties":{"n":{"type":"integer"},
"self":{"type":"object","additionalProperties":{"$ref":"#/$defs/Self"}}},"required":["n"],"additionalProperties":true},
"InnerOverride":{"description":"Inner is inside.","type":"object","properties":{"n":{"type":"integer"},
"self":{"type":"object","additionalProperties":{"$ref":"#/$defs/Self"}}},"additionalProperties":true},
"Self":{"description":"Self refers to itself.","type":"object","properties":{"more":{"type":"array","items":{"$ref":"#/$defs/Self"}}},"additionalProperties":true}}}`

const wantDoc = `# Tiny

- [tiny.top/v1](#tinytopv1): a test

## tiny.top/v1

Top is a record of two lines with a | in it.
Schema: [§schema/top.json§](../schema/top.json).

| field | type | meaning |
|---|---|---|
| §schema§ | string | §tiny.top/v1§ |
| §zed§ | list of Inner | a comment above |
| §alpha§ | string, optional | the first \| letter |
| §raw§ | any JSON, optional |  |
| §over§ | false or Inner, optional |  |

### Inner

Inner is inside.

| field | type | meaning |
|---|---|---|
| §n§ | integer |  |
| §self§ | object of Self, optional |  |

### Self

Self refers to itself.

| field | type | meaning |
|---|---|---|
| §more§ | list of Self, optional |  |

### Extra

more

| member | meaning |
|---|---|
| §p§ | a \| b |

### Form

Form is a string or more.
`

func TestGenerate(t *testing.T) {
	files, err := Generate(tiny())
	if err != nil {
		t.Fatal(err)
	}
	flat := strings.NewReplacer("\n", "", " ", "") // the layout is the encoder's
	if got := string(files["schema/top.json"]); flat.Replace(got) != flat.Replace(wantSchema) {
		t.Errorf("schema\n%s", got)
	}
	if got := string(files["docs/records.md"]); got != strings.ReplaceAll(wantDoc, "§", "`") {
		t.Errorf("document\n%s", got)
	}
}

func TestSourceThatCannotBeSaid(t *testing.T) {
	for src, want := range map[string]string{
		"type Top struct { A int }":                  "field A has no json tag",
		"type Top struct { A, B int `json:\"a\"` }":  "one named field, one name",
		"type Top struct { A func() `json:\"a\"` }":  "cannot say *ast.FuncType",
		"type Top struct { A Missing `json:\"a\"` }": "no type tiny.Missing",
		"type Other struct { A int `json:\"a\"` }":   "no type tiny.Top",
		"const X = 1": "no types in",
		"type Top struct { A other.T `json:\"a\"` }": "no type other.T",
	} {
		root := t.TempDir()
		dir := filepath.Join(root, "tiny")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "tiny.go"), []byte("package tiny\n"+src+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		p := tiny()
		p.Root = root
		if _, err := Generate(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", src, err, want)
		}
	}
}
