package remote

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"agentconnector/pkg/mcp"
	"agentconnector/pkg/meter"
)

// The functions of this file take copies of what goes by to the meter. They never
// wait, and what they keep of one message is bounded.

// watch tells exchanges and sessions apart.
type watch struct {
	tap   *meter.Tap // nil measures nothing
	count atomic.Int64
	work  sync.WaitGroup // what is being decoded
	old   sync.Map       // sessions of the transport of 2024-11-05, by the address for messages
}

// exchange is one request and its response.
type exchange struct {
	*watch
	method  string
	session string         // a hash; sessions are secrets
	name    string         // within the session; "" if answers may come elsewhere
	held    *meter.Message // the request, until it is known which session it is of
	asked   []byte         // what is known of its body
	pass    *meter.Pass
	at      time.Time
	kind    string // media type of the response
	body    event  // of one message
	events  events
	packed  *unpacker
	size    int64 // of a compressed response so far
	over    bool  // the session ends with this exchange
	oldURI  string
}

// keptBody is how much of one message is kept to be measured.
const keptBody = 16 << 20

// begin notes a request, of which the head is known and so many bytes follow, -1 if
// nobody knows.
func (w *watch) begin(r *http.Request, head []byte, rest int64) *exchange {
	x := &exchange{watch: w, method: r.Method, at: time.Now()}
	if w.tap == nil {
		return x
	}
	x.name = strconv.FormatInt(w.count.Add(1), 10)
	if id := r.Header.Get(sessionHeader); id != "" {
		x.session, x.name = hashed(id), ""
	} else if s, ok := w.old.Load(r.URL.RequestURI()); ok {
		x.session, x.name = s.(string), ""
	}
	if r.Method != http.MethodPost || len(head) == 0 {
		return x
	}
	x.pass, x.asked = meter.NewPass(), head
	line := mcp.Line{Head: head, Size: int64(len(head))}
	if rest != 0 {
		line = mcp.Line{Head: head[:edge], Size: line.Size + max(1, rest)}
	}
	x.held = &meter.Message{Dir: meter.ToServer, At: x.at, Line: line, Pass: x.pass}
	if x.session != "" {
		x.hand()
	}
	return x
}

// hand gives the request to the meter. It is there before its answer.
func (x *exchange) hand() {
	if m := x.held; m != nil {
		x.held = nil
		m.Session, m.Exchange = x.session, x.name
		x.tap.Message(*m)
	}
}

// sent says that the request goes on now.
func (x *exchange) sent() { x.pass.Done() }

// answered notes what comes: where it belongs, and how it is to be read.
func (x *exchange) answered(resp *http.Response) {
	if x.tap == nil {
		return
	}
	if id := resp.Header.Get(sessionHeader); id != "" && x.session == "" {
		x.session, x.name = hashed(id), ""
	}
	x.hand()
	x.over = x.session != "" && (x.method == http.MethodDelete && resp.StatusCode/100 == 2 || resp.StatusCode == http.StatusNotFound)
	switch t := mediaType(resp); t {
	case "application/json", "text/event-stream":
		x.kind = t
		x.events.limit = keptBody
	}
	if e := resp.Header.Get("Content-Encoding"); e != "" && e != "identity" && x.kind != "" {
		x.packed = unpack(e, x)
	}
}

// see takes a piece of the response before it goes on.
func (x *exchange) see(p []byte, last bool) {
	switch {
	case x.tap == nil:
	case x.kind == "":
		x.tap.Bytes(meter.ToClient, int64(len(p)))
	case x.packed != nil:
		x.packed.see(p)
	default:
		x.plain(p, last)
	}
}

// plain takes a piece that is not compressed.
func (x *exchange) plain(p []byte, last bool) {
	if x.kind == "text/event-stream" {
		x.events.feed(p, x.event)
		return
	}
	x.body.add(p, keptBody)
	if last && x.body.size > 0 {
		x.message(x.body)
		x.body = event{}
	}
}

func (x *exchange) event(e event) {
	switch {
	case e.kind == "endpoint" && x.method == http.MethodGet:
		x.endpoint(string(e.data))
	case e.message():
		data := event{size: e.size}
		data.data, data.tail = append(data.data, e.data...), append(data.tail, e.tail...)
		x.message(data)
	}
}

// endpoint notes that what is posted to an address belongs to this stream.
func (x *exchange) endpoint(text string) {
	u, err := url.Parse(text)
	if err != nil || x.oldURI != "" || x.session != "" {
		return
	}
	x.oldURI = u.RequestURI()
	x.session, x.name, x.over = hashed(x.oldURI), "", true
	x.old.Store(x.oldURI, x.session)
}

func (x *exchange) message(e event) {
	line := mcp.Line{Head: e.data, Tail: e.tail, Size: e.size}
	x.tap.Message(meter.Message{Dir: meter.ToClient, Line: line, Session: x.session, Exchange: x.name})
}

// end says that nothing more comes.
func (x *exchange) end() {
	switch {
	case x.tap == nil:
	case x.packed != nil:
		x.packed.end() // and it will say so when it has read all
	default:
		x.gone()
	}
}

func (x *exchange) gone() {
	x.hand()
	if x.oldURI != "" {
		x.old.Delete(x.oldURI)
	}
	if x.name != "" || x.over {
		x.tap.Gone(x.session, x.name)
	}
}

// unread tells of a response that could not be read: of which request it is the
// answer, and how long it was.
func (x *exchange) unread() {
	if x.size == 0 {
		return
	}
	e := event{size: x.size}
	if id := mcp.Member(x.asked, "id"); mcp.Valid(x.asked) && id != nil {
		e.data = fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{`, id)
		e.size = max(e.size, int64(len(e.data))+1)
	}
	x.message(e)
}

// hashed names a session without telling it.
func hashed(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:8])
}
