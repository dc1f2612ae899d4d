package block

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
)

// unix turns CRLF and lone CR into LF.
func unix(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// hashOf is the hash on the marker of a block: 12 hex digits of SHA-256 over
// what stands between the markers, with LF line ends, trimmed. So a checkout
// with other line ends is not taken for an edit.
func hashOf(inner string) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(unix(inner))))
	return hex.EncodeToString(sum[:])[:12]
}

// Tidy brings content to the form in which it is kept: LF line ends, no blank
// lines around it. The indentation of its first line stays.
func Tidy(content string) string {
	s := strings.TrimRight(unix(content), " \t\n")
	for {
		first, rest, ok := strings.Cut(s, "\n")
		if !ok || strings.TrimSpace(first) != "" {
			return s
		}
		s = rest
	}
}

// notice is the first line inside a block.
func notice(id string) string {
	connector, _, _ := strings.Cut(id, "/")
	return fmt.Sprintf("<!-- managed by agent-connector for %s: do not edit, an update rewrites it and uninstall removes it -->", connector)
}

// inner is what stands between the markers, with LF.
func inner(id, content string) string {
	if content == "" {
		return notice(id)
	}
	return notice(id) + "\n" + content
}

// render writes a block, without the line end after its last line.
func render(id, content, nl string) []byte {
	in := inner(id, content)
	s := fmt.Sprintf("%s%s hash=%s %s\n%s\n%s%s %s", beginMark, id, hashOf(in), closeMark, in, endMark, id, closeMark)
	return []byte(strings.ReplaceAll(s, "\n", nl))
}

// contentOf takes the notice off what stands in a block.
func contentOf(in []byte) string {
	s := Tidy(string(in))
	first, rest, _ := strings.Cut(s, "\n")
	if strings.HasPrefix(first, "<!--") && strings.HasSuffix(first, closeMark) && strings.Contains(first, "agent-connector") {
		return Tidy(rest)
	}
	return s
}

// toJSON gives content as a JSON string without HTML escaping.
func toJSON(content string) wire.Raw {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(content) // a string and a buffer do not fail
	return bytes.TrimSpace(b.Bytes())
}

// fromJSON reads the content to write. A line of it that looks like a marker
// would end the block early.
func fromJSON(v wire.Raw) (string, error) {
	var s string
	if err := json.Unmarshal(v, &s); err != nil {
		return "", &edit.Error{Kind: edit.Shape, Msg: "the content of a block is a string: " + err.Error()}
	}
	s = Tidy(s)
	for _, l := range strings.Split(s, "\n") {
		if _, ok := readMarker([]byte(l)); ok {
			return "", &edit.Error{Kind: edit.Shape, Msg: fmt.Sprintf("the content of a block has a marker line of its own: %.80s", l)}
		}
	}
	return s, nil
}

// idOf reads a path: it is the id of the block alone, one word that cannot
// end an HTML comment.
func idOf(at edit.Path) (string, error) {
	if len(at) != 1 || at[0] == "" || len(at[0]) > maxID || strings.ContainsAny(at[0], " \t\r\n<>") || strings.Contains(at[0], "--") {
		return "", &edit.Error{Kind: edit.Shape, Msg: fmt.Sprintf("found the path %q, expected the id of a block such as connector/name", at)}
	}
	return at[0], nil
}

// maxID is the most bytes of a block's id.
const maxID = 256

// newline returns the line end of the text: CRLF if at least half have it.
func newline(b []byte) string {
	lf, crlf := bytes.Count(b, []byte("\n")), bytes.Count(b, []byte("\r\n"))
	if crlf > 0 && 2*crlf >= lf {
		return "\r\n"
	}
	return "\n"
}
