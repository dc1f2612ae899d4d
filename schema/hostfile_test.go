package schema_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/tailscale/hujson"

	"agentconnector/schema"
)

// The examples of hosts of the user's own are what the schema asks for, and what
// they must not be it refuses.
func TestHostFiles(t *testing.T) {
	text, ok := schema.Get("hostfile")
	if !ok {
		t.Fatal("no schema hostfile")
	}
	c := jsonschema.NewCompiler()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddResource("mem:hostfile", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:hostfile")
	if err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob("../examples/hosts/*.json")
	if len(names) == 0 {
		t.Fatal("no examples")
	}
	for _, n := range names {
		b, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		if b, err = hujson.Standardize(b); err != nil {
			t.Fatal(err)
		}
		good := string(b)
		for what, bad := range map[string]string{
			"":                   good,
			"an unknown field":   strings.Replace(good, `"probe"`, `"prob": {}, "probe"`, 1),
			"an unknown format":  strings.Replace(good, `"format": "json"`, `"format": "ini"`, 1),
			"nothing to find it": strings.Replace(good, `"files"`, `"vars"`, 1),
			"an id with spaces":  strings.Replace(good, `"id": "`, `"id": "My `, 1),
		} {
			if what != "" && bad == good {
				t.Fatalf("%s: %s changes nothing", n, what)
			}
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(bad))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(v); (err == nil) != (what == "") {
				t.Errorf("%s, %s: %v", n, what, err)
			}
		}
	}
}
