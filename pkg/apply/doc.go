package apply

import (
	"bytes"
	"encoding/json"
	"fmt"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/block"
	"agentconnector/pkg/edit/jsonc"
	"agentconnector/pkg/edit/toml"
	"agentconnector/pkg/edit/yaml"
	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

// formatFile is a whole file of ours: there is nothing to parse.
const formatFile = "file"

// how says what the user allows when a document is opened.
type how struct {
	force bool // take over what was changed inside our own edit, and a root that is null
	last  bool // of a key that appears twice, the last is meant
	adopt bool // take over what others have put where we want something
}

// openDoc opens bytes with the editor of their format.
func openDoc(format string, b []byte, h how) (edit.Doc, error) {
	switch format {
	case "json", "jsonc", "json5":
		return jsonc.OpenWith(b, jsonc.Options{Strict: format == "json", JSON5: format == "json5", LastWins: h.last, NullRoot: h.force})
	case "toml":
		return toml.Open(b)
	case "yaml":
		return yaml.Open(b)
	case "block":
		return block.Open(b, h.force || h.adopt) // rework looks at a block before it writes over it
	}
	return nil, fmt.Errorf("no editor for format %q: json, jsonc, json5, toml, yaml, block and file are known", format)
}

// again gives a document that has just been opened a second time, from the
// same bytes. The editor of JSON, whose files are the large ones, need not read
// them a second time for it.
func again(d edit.Doc, format string, b []byte, h how) func() (edit.Doc, error) {
	if twin := jsonc.Fork(d, h.last, h.force); twin != nil {
		return func() (edit.Doc, error) { return jsonc.Fork(twin, h.last, h.force), nil }
	}
	return func() (edit.Doc, error) { return openDoc(format, b, h) }
}

// tidied is the text of a block as the file will hold it, so that what is
// wanted and what is found can be compared.
func tidied(v wire.Raw) (wire.Raw, error) {
	var s string
	if err := json.Unmarshal(v, &s); err != nil {
		return nil, fmt.Errorf("the value of a block must be a string: %w", err)
	}
	return encoded(block.Tidy(s)), nil
}

// encoded is a value of which every part was JSON before.
func encoded(v any) wire.Raw {
	b, err := jsonl.Encode(v)
	if err != nil {
		panic(err)
	}
	return bytes.TrimSpace(b)
}
