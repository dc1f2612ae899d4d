package conformance

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentconnector/conformance/fakemodel"
)

// clientVar makes this program the smallest host that there can be: TestMain
// calls client.
const clientVar = "CONFORMANCE_CLIENT"

// client asks the model once, and tries what a host must not be able to.
func client(url string) int {
	// Before something of our own has that number; the runtime holds files.
	way, _ := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", roomSocket))
	if url == "wait" {
		time.Sleep(time.Minute)
	}
	resp, err := http.Post(url+"/v1/messages", "application/json", strings.NewReader(`{"tools":[{"name":"Bash"}],"messages":[{"role":"user","content":"hi"}]}`))
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	fmt.Printf("%s %v\n", b, err)
	if c, err := net.DialTimeout("udp", "192.0.2.1:9", time.Second); err == nil { // sends nothing, needs a route
		c.Close()
		fmt.Println("there is a network")
	}
	if strings.HasPrefix(way, "socket:") {
		fmt.Println("the way to the parent is open")
	}
	if os.Getenv(roomVar) != "" {
		fmt.Println("the room is in the environment")
	}
	return 7
}

// small is that host.
type small struct {
	Claude
	argv []string
	wait bool
}

func (h small) Headless(_ *Sandbox, t Task) (argv, env []string) {
	if h.wait {
		t.URL = "wait"
	}
	return h.argv, []string{clientVar + "=" + t.URL}
}

func (small) Account(Result) Account { return Account{} }

func room(t *testing.T) (*Sandbox, small) {
	t.Helper()
	s, err := NewSandbox(t.TempDir(), nil, false)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return s, small{argv: []string{self}}
}

// A host reaches the model and nothing else, with a network namespace; and the
// model without one.
func TestAHostReachesTheModelAlone(t *testing.T) {
	had := HasNoNetwork
	t.Cleanup(func() { HasNoNetwork = had })
	for _, isolated := range []bool{true, false} {
		if isolated && !had() {
			t.Log("no network namespace here")
			continue
		}
		HasNoNetwork = func() bool { return isolated }
		s, h := room(t)
		k, err := s.Talk(context.Background(), h, fakemodel.Turns(fakemodel.Turn{Text: "FINAL"}), Task{})
		if err != nil || k.Code != 7 || !strings.Contains(k.Stdout, `"FINAL"`) || len(k.Requests) != 1 {
			t.Fatalf("isolated=%v: %+v %v", isolated, k, err)
		}
		if _, more, _ := strings.Cut(k.Stdout, "<nil>\n"); isolated && more != "" {
			t.Errorf("a host in the room: %s", more)
		}
	}
}

func TestAHostThatCannotStart(t *testing.T) {
	s, h := room(t)
	h.argv = []string{filepath.Join(s.Bin(), "gone")}
	k, err := s.Talk(context.Background(), h, fakemodel.Script{}, Task{})
	if err == nil && (k.Code == 0 || !strings.Contains(k.Stderr, "could not be entered")) {
		t.Errorf("%+v", k)
	}
	if faults := TalkFaults(h, k, TalkWant{}); err == nil && len(faults) == 0 {
		t.Error("nothing is found")
	}
}

// The deadline of a conversation ends host and model.
func TestAHostThatDoesNotEnd(t *testing.T) {
	s, h := room(t)
	h.wait = true
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	begin := time.Now()
	_, err := s.Talk(ctx, h, fakemodel.Script{}, Task{})
	if err == nil || !strings.Contains(err.Error(), "ended after") {
		t.Errorf("no error about the deadline: %v", err)
	}
	if d := time.Since(begin); d > 20*time.Second {
		t.Errorf("it took %v", d)
	}
}
