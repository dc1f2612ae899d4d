package render

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/plan"
	"agentconnector/schema"
)

// Every line that comes in or goes out is what its schema says, as an
// independent implementation reads it.
func TestLinesFollowTheirSchemas(t *testing.T) {
	var out bytes.Buffer
	for _, m := range machines {
		for _, scope := range []string{"user", "project"} {
			in := lines(t, m.OS)
			r := render(t, in, load(t, "testdata/full"), Options{Scope: scope})
			if err := plan.Write(&out, &r.Plan); err != nil {
				t.Fatal(err)
			}
			out.Write(line(t, in.Machine))
			for _, h := range in.Hosts {
				out.Write(line(t, h))
			}
			for _, e := range r.Explain() {
				out.Write(line(t, e))
			}
		}
	}
	compiled := map[string]*jsonschema.Schema{}
	for l := range strings.Lines(out.String()) {
		id, err := jsonl.Peek([]byte(l))
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(strings.TrimSuffix(id, "/v1"), "ac.")
		if compiled[name] == nil {
			compiled[name] = compile(t, name)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(l))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled[name].Validate(doc); err != nil {
			t.Errorf("%s\n%v", l, err)
		}
	}
	if len(compiled) != 7 { // machine, host, plan, patch, notice, plan.end, explain
		t.Errorf("%d kinds of records", len(compiled))
	}
}

func compile(t *testing.T, name string) *jsonschema.Schema {
	text, ok := schema.Get(name)
	if !ok {
		t.Fatalf("no schema %s", name)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:"+name, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:" + name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
