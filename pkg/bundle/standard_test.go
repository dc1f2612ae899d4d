package bundle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"agentconnector/pkg/connector"
)

// fixed are the files of the connectors below.
var fixed = fstest.MapFS{
	"server/index.js": {Data: []byte("// a server\n")},
	"server/main.py":  {Data: []byte("# a server\n")},
	"icon.png":        {Data: []byte("\x89PNG\r\n\x1a\n")},
	"bin/acme":        {Data: []byte("\x7fELF"), Mode: 0o755},
	"bin/acme-mac":    {Data: []byte("\xcf\xfa\xed\xfe"), Mode: 0o755},
	"mac/acme":        {Data: []byte("\xcf\xfa\xed\xfe"), Mode: 0o755},
	"win/acme.exe":    {Data: []byte("MZ"), Mode: 0o755},
	"arm/acme":        {Data: []byte("\x7fELF arm"), Mode: 0o755},
	"run/acme":        {Data: []byte("#!/bin/sh\n"), Mode: 0o755},
	"manifest.json":   {Data: []byte("{}")},
}

// described is a connector with a server, and all that else is wanted.
func described(t *testing.T, server, more string) *connector.Connector {
	t.Helper()
	src := fmt.Sprintf(`{"id": "acme", "displayName": "Acme", "description": "The acme database.", "version": "1.2.3",
		"publish": {"registryNamespace": "io.github.acme", "author": {"name": "Acme", "email": "dev@acme.example"}, "license": "MIT",
			"homepage": "https://acme.example/", "repository": "https://github.com/acme/acme" %s}, "server": %s`, field(more, "publish"), server)
	if files := field(more, "files"); files != "" {
		src += `, "files": ` + files
	}
	c, err := connector.Parse("connector.json", []byte(src+"}"), fixed)
	if err != nil {
		t.Fatal(server, err)
	}
	return c
}

// field is what more says of a field: "files: …" or "publish: …".
func field(more, name string) string {
	if value, ok := strings.CutPrefix(more, name+": "); ok {
		return value
	}
	return ""
}

// TestStandard: what the standard artifacts make of servers of every kind, or
// why they do not; what is made is valid by the published schema.
func TestStandard(t *testing.T) {
	for format, cases := range map[string][][2]string{
		"mcp-server-json": {
			{`{"transport":"stdio","command":"npx","args":["-y","@acme/db@2.0.0","--read-only","--dsn=${env:ACME_DSN}"],
				"env":{"ACME_TOKEN":"${env:ACME_TOKEN}","LOG":"info","MODE":"${env:ACME_MODE:-fast}","URL":"https://${env:HOST:-h}/x","EMPTY":""}}`, ""},
			{`{"transport":"stdio","command":"/usr/bin/npx","args":["acme@latest"]}`, ""},
			{`{"transport":"stdio","command":"npx","args":["--package","acme","acme-server"]}`, ""},
			{`{"transport":"stdio","command":"npx","args":["github:acme/acme"]}`, ""},
			{`{"transport":"stdio","command":"uvx","args":["--python","3.12","acme-db==0.5.0","serve"]}`, ""},
			{`{"transport":"stdio","command":"uvx","args":["--from","git+https://x","acme"]}`, ""},
			{`{"transport":"stdio","command":"dnx","args":["Acme.Db@1.0.0","--yes"]}`, ""},
			{`{"transport":"stdio","command":"docker","args":["run","-i","--rm","-e","ACME_TOKEN","-e","A=${env:B}","--sysctl=a=b","ghcr.io/acme/db:3.1","go"],
				"env":{"ACME_TOKEN":"${env:T}"}}`, ""},
			{`{"transport":"stdio","command":"docker","args":["run","-i","acme/db"]}`, ""},
			{`{"transport":"stdio","command":"docker","args":["run","--unheard","x","acme/db:1"]}`, ""},
			{`{"transport":"stdio","command":"docker","args":["compose","up"]}`, ""},
			{`{"transport":"stdio","command":"acme-server","args":["--stdio"]}`, ""},
			{`{"transport":"stdio","command":"acme-server","args":["--stdio"]}`, `publish: , "packageName": "@acme/server"`},
			{`{"transport":"stdio","command":"python3","args":["-u","server/main.py","--x"]}`, `publish: , "packageName": "acme", "registryBaseUrl": "https://pypi.org"`},
			{`{"transport":"stdio","command":"acme"}`, `publish: , "packageName": "acme/db", "registryBaseUrl": "https://ghcr.io"`},
			{`{"transport":"stdio","command":"acme"}`, `publish: , "packageName": "acme", "registryBaseUrl": "https://packages.acme.example"`},
			{`{"transport":"http","url":"https://${env:TENANT}.acme.example/mcp","headers":{"X-Key":"${env:ACME_KEY}"},"auth":{"type":"bearerEnv","bearerEnvVar":"ACME"}}`, ""},
			{`{"transport":"sse","url":"https://acme.example/sse","timeoutMs":1,"tools":{"include":["a"]}}`, ""},
			{`{"transport":"http","url":"http://localhost:1/mcp"}`, ""},
			{`{"transport":"http","url":"${env:BASE}/mcp"}`, ""},
			{`{"transport":"ws","url":"wss://acme.example/mcp"}`, ""},
		},
		"mcpb": {
			{`{"transport":"stdio","command":"node","args":["./server/index.js","--dsn","${env:ACME_DSN}"],"env":{"ACME_TOKEN":"${env:T}","MODE":"${env:MODE:-fast}"}}`,
				`files: ["server/index.js", "icon.png"]`},
			{`{"transport":"stdio","command":"python3","args":["-u","server/main.py"],"cwd":"/tmp"}`, `files: ["server/**"]`},
			{`{"transport":"stdio","command":"acme","args":["serve"]}`, `files: ["bin/acme", "mac/acme", "win/acme.exe"]`},
			{`{"transport":"stdio","command":"acme"}`, `files: ["run/acme"]`},
			{`{"transport":"stdio","command":"acme"}`, `files: ["bin/acme", "arm/acme"]`},
			{`{"transport":"stdio","command":"acme"}`, `files: ["bin/acme-mac", "manifest.json"]`},
			{`{"transport":"stdio","command":"node","args":["server/index.js"]}`, ""},
			{`{"transport":"stdio","command":"npx","args":["acme"]}`, ""},
			{`{"transport":"http","url":"https://acme.example/mcp"}`, ""},
		},
	} {
		schema := schemaOf(t, format)
		var all bytes.Buffer
		for _, c := range cases {
			b, err := Make(format, described(t, c[0], c[1]))
			fmt.Fprintf(&all, "\n# %s\n", strings.Join(strings.Fields(c[0]+" "+c[1]), " "))
			all.Write(shown(t, b, err))
			if err == nil {
				valid(t, schema, b)
			}
		}
		golden(t, "standard-"+format, all.Bytes())
	}
}

func schemaOf(t *testing.T, format string) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile("testdata/schema/" + map[string]string{"mcp-server-json": "server-2025-12-11.json", "mcpb": "mcpb-0.3.json"}[format])
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// valid holds the document of an artifact against its schema, and the schema
// against a document that is wrong.
func valid(t *testing.T, schema *jsonschema.Schema, b *Bundle) {
	t.Helper()
	f := b.Files[0]
	for _, inner := range unzipped(t, f) {
		if inner.Path == manifestName {
			f = inner
		}
	}
	var doc map[string]any
	if err := json.Unmarshal(f.Data, &doc); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Errorf("%s is not valid: %v\n%s", f.Path, err, f.Data)
	}
	doc["version"] = 1
	if schema.Validate(doc) == nil {
		t.Errorf("the schema takes a version that is a number")
	}
}

// TestAllThatLacks: everything is said at once.
func TestAllThatLacks(t *testing.T) {
	c, err := connector.Parse("c", []byte(`{"id": "a", "server": {"transport": "stdio", "command": "acme"}}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for format, wants := range map[string][]string{
		"mcp-server-json": {"publish.registryNamespace: found nothing", "version: found nothing", "description: found nothing", "publish.packageName: found nothing"},
		"mcpb":            {"version: found nothing", "description: found nothing", "publish.author: found nothing", "files: found no program acme"},
	} {
		_, err := Make(format, c)
		for _, want := range wants {
			if err == nil || !strings.Contains(err.Error(), "\n"+want) {
				t.Errorf("%s: %v, expected %s", format, err, want)
			}
		}
	}
}

func TestSecretName(t *testing.T) {
	for name, want := range map[string]bool{
		"ACME_TOKEN": true, "API_KEY": true, "APIKEY": true, "KEY": true, "AWS_SECRET_ACCESS_KEY": true, "DATABASE_URL": true, "ACME_DB_DSN": true, "DB_PWD": true,
		"github_pat": true, "TOKEN_2": true, "MAX_TOKENS": false, "KEY_FILE": false, "MONKEY": false, "PWD": false, "AWS_ACCESS_KEY_ID": false, "PATH": false, "URL": false,
	} {
		if secretName(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
