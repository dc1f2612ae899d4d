package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"agentconnector/pkg/mcp"
)

// failure is the code of an answer that says that there is none: of those that
// JSON-RPC leaves to servers, and that MCP gives no meaning.
const failure = -32000

// refusal is an error of the server, or of the way to it, as an answer.
type refusal struct {
	raw    []byte // the server's own error object
	text   string
	status int // of HTTP, 0 if there was none
}

// answer is the error response for a request.
func (r refusal) answer(id []byte) []byte {
	if r.raw != nil {
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":%s}`, id, oneLine(r.raw))
	}
	text, _ := json.Marshal("ac-proxy: " + r.text)
	data := ""
	if r.status != 0 {
		data = fmt.Sprintf(`,"data":{"status":%d}`, r.status)
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s%s}}`, id, failure, text, data)
}

// maxError is how much of the body of an HTTP error is read.
const maxError = 1 << 20

// refused reads an HTTP error. Clients learn the era of a server from an error
// object of the stateless revisions, so it is passed on as it is; without one the
// status is told.
func (t *target) refused(resp *http.Response) (r refusal, answers []byte) {
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxError))
	r = refusal{status: resp.StatusCode, text: fmt.Sprintf("the server at %s answered %s", t.shown, status(resp))}
	switch {
	case resp.StatusCode == http.StatusUnauthorized:
		r.text += ": it wants a token, or another one. If it wants a login (OAuth), the host itself has to speak to it: set wrapForTelemetry of the server to false"
	case resp.StatusCode/100 == 3:
		r.text += ", to " + elsewhere(resp) + ": write the address that it moves to into the server's url; a token is not sent there unasked"
	}
	if !mcp.Valid(body) {
		return r, nil
	}
	mcp.Each(body, func(m mcp.Message) {
		if m.Shape != mcp.Response || m.Error == nil {
			return
		}
		r.raw = m.Error
		if m.ID != "" && m.ID != mcp.NullID {
			answers = body
		}
	})
	return r, answers
}

// status is the status line without control characters of the server's making.
func status(resp *http.Response) string {
	if text := http.StatusText(resp.StatusCode); text != "" {
		return fmt.Sprintf("%d %s", resp.StatusCode, text)
	}
	return fmt.Sprint(resp.StatusCode)
}

// elsewhere is the origin that a redirect leads to.
func elsewhere(resp *http.Response) string {
	u, err := resp.Location()
	if err != nil {
		return "nowhere"
	}
	return u.Scheme + "://" + u.Host
}

// unreachable says why there is no answer, without the address, which may hold
// values of variables.
func (t *target) unreachable(err error) refusal {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	text := err.Error()
	if q := t.url.RawQuery; q != "" {
		text = strings.ReplaceAll(text, q, "…")
	}
	return refusal{text: fmt.Sprintf("cannot reach the server at %s: %s", t.shown, text)}
}
