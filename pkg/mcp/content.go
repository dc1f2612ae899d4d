package mcp

import "strings"

// Kind is what a content block is made of.
type Kind uint8

// The kinds of content.
const (
	Words   Kind = iota // text, or what stands for the block in a text
	Image               // Data is one
	Audio               // Data is a recording
	Unknown             // nothing that is known to be shown to a model
)

// Block is one content block of a tool result, prompt or sampling message.
type Block struct {
	Kind Kind
	Text string // what a model can read of it
	Data []byte // base64 of an image or of audio, as it stands in the message
}

// Blocks gives the content blocks that a model may see. raw is an array of
// blocks or a single one. Blocks whose audience is the user alone are left out.
func Blocks(raw []byte) (all []Block) {
	if len(raw) > 0 && raw[0] == '{' {
		return append(all, block(raw))
	}
	for e := range Elements(raw) {
		if userOnly(e) {
			continue
		}
		all = append(all, block(e))
	}
	return all
}

func block(raw []byte) Block {
	switch String(raw, "type") {
	case "text":
		return Block{Text: String(raw, "text")}
	case "image":
		return Block{Kind: Image, Data: inside(Member(raw, "data"))}
	case "audio":
		return Block{Kind: Audio, Data: inside(Member(raw, "data"))}
	case "resource":
		return Contents(Member(raw, "resource"))
	case "resource_link":
		return Block{Text: join(String(raw, "name"), String(raw, "uri"), String(raw, "description"))}
	case "tool_use":
		return Block{Text: join(String(raw, "name"), string(Member(raw, "input")))}
	case "tool_result": // of sampling, since 2025-11-25
		var b Block
		for _, in := range Blocks(Member(raw, "content")) {
			b.Text = join(b.Text, in.Text)
		}
		return b
	}
	return Block{Kind: Unknown}
}

// inside is a string without its quotes. Base64 has no escapes but of its slash,
// which makes it no other.
func inside(raw []byte) []byte {
	if len(raw) < 2 || raw[0] != '"' {
		return nil
	}
	return raw[1 : len(raw)-1]
}

// Contents is one resource: its text, or a blob. A blob that is no picture and no
// recording is not for a model: hosts name it at most.
func Contents(raw []byte) Block {
	if s, ok := Text(Member(raw, "text")); ok {
		return Block{Text: s}
	}
	kind, _, _ := strings.Cut(strings.ToLower(String(raw, "mimeType")), "/")
	switch kind {
	case "image":
		return Block{Kind: Image, Data: inside(Member(raw, "blob"))}
	case "audio":
		return Block{Kind: Audio, Data: inside(Member(raw, "blob"))}
	}
	return Block{Kind: Unknown, Text: join(String(raw, "uri"), String(raw, "mimeType"))}
}

func userOnly(raw []byte) bool {
	user, others := false, false
	for a := range Elements(Member(Member(raw, "annotations"), "audience")) {
		s, _ := Text(a)
		user, others = user || s == "user", others || s != "user"
	}
	return user && !others
}

func join(parts ...string) (s string) {
	for _, p := range parts {
		if s != "" && p != "" {
			s += "\n"
		}
		s += p
	}
	return s
}

// Tool is one definition of a tools/list result.
type Tool struct {
	Name string
	Text []byte // the definition as JSON without what no model needs to see
}

// Tools gives the definitions of a tools/list result and whether a page
// follows: by the letter even an empty cursor is one, null is none.
func Tools(result []byte) (all []Tool, more bool) {
	for e := range Elements(Member(result, "tools")) {
		all = append(all, Tool{Name: Label(String(e, "name")), Text: visible(e)})
	}
	return all, !isNull(Member(result, "nextCursor"))
}

// hidden are the members of a definition that hosts have no reason to show to
// a model: icons can be whole images, the rest is for the program.
func hidden(key string) bool {
	switch key {
	case "icons", "annotations", "execution", "_meta":
		return true
	}
	return false
}

// visible is a definition without its hidden members; the very bytes if it has
// none. It is counted, not sent.
func visible(def []byte) []byte {
	clean := true
	for k := range Members(def) {
		clean = clean && !hidden(k)
	}
	if clean {
		return def
	}
	out := []byte("{")
	for k, v := range Members(def) {
		if hidden(k) {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(out, '"'), k...)
		out = append(append(out, '"', ':'), v...)
	}
	return append(out, '}')
}
