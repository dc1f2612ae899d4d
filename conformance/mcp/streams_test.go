package mcp

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// streams is how many a proxy that passes the request's body on while the answer
// begins breaks some of.
const streams = 24_000

func TestNoStreamBreaks(t *testing.T) {
	p := setUp(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range 3 {
			fmt.Fprintf(w, "data: %d\n\n", i)
			http.NewResponseController(w).Flush()
			time.Sleep(2 * time.Millisecond)
		}
	}))
	defer s.Close()
	url := p.through(t, s.URL)
	body := strings.Repeat(`{"jsonrpc":"2.0","id":1,"method":"ping"}`, 4)
	var broken atomic.Int64
	work := make(chan int)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			c := &http.Client{Transport: &http.Transport{}, Timeout: 20 * time.Second}
			for range work {
				resp, err := c.Post(url, "application/json", strings.NewReader(body))
				if err != nil {
					broken.Add(1)
					t.Log(err)
					continue
				}
				got, err := io.ReadAll(resp.Body)
				resp.Body.Close()
				if err != nil || string(got) != "data: 0\n\ndata: 1\n\ndata: 2\n\n" {
					broken.Add(1)
					t.Log(resp.StatusCode, len(got), err)
				}
			}
		})
	}
	for i := range streams {
		work <- i
	}
	close(work)
	wg.Wait()
	if n := broken.Load(); n > 0 {
		t.Errorf("%d of %d streams broke", n, streams)
	}
}
