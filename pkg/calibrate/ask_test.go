package calibrate

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/tokens"
)

func TestOnlyEncryptedOrHere(t *testing.T) {
	for base, ok := range map[string]bool{
		"https://api.anthropic.com": true, "https://example.com/gateway/": true, "http://127.0.0.1:8080": true, "http://localhost": true, "http://[::1]:1": true,
		"http://example.com": false, "http://127.0.0.1.example.com": false, "ftp://127.0.0.1": false, "example.com": false, "": false, "https://": false, "http://192.168.1.1": false,
	} {
		if _, err := NewProvider(base, "k", "m"); (err == nil) != ok {
			t.Errorf("%q: %v", base, err)
		}
	}
}

// TestAnswers: what is no count is an error that says what came, and the key goes
// nowhere else.
func TestAnswers(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Error("asked elsewhere", r.Header) }))
	defer elsewhere.Close()
	for _, c := range []struct {
		status int
		header string
		body   string
		want   string
	}{
		{200, "", `{"input_tokens": 12}`, "12"},
		{200, "", `{"input_tokens": 0}`, "0"},
		{200, "", `{"input_tokens": -1}`, "something else than a number of tokens"},
		{200, "", `{"input_tokens": "12"}`, "something else than a number of tokens"},
		{200, "", `{}`, "something else than a number of tokens"},
		{200, "", `<html>`, "something else than a number of tokens"},
		{429, "Retry-After: 7", `{"error":{"message":"slow down"}}`, "429 Too Many Requests: slow down (again in 7 s)"},
		{503, "", `oops`, "503 Service Unavailable"},
		{400, "", `{"error":{"message":"` + strings.Repeat("é", 400) + `"}}`, strings.Repeat("é", 150) + " …"},
		{307, "Location: " + elsewhere.URL, ``, "307 Temporary Redirect"},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if k, v, ok := strings.Cut(c.header, ": "); ok {
				w.Header().Set(k, v)
			}
			w.WriteHeader(c.status)
			fmt.Fprint(w, c.body)
		}))
		p, err := NewProvider(s.URL+"/", "k", "m")
		if err != nil {
			t.Fatal(err)
		}
		n, err := p.Count(context.Background(), "text")
		got := fmt.Sprint(n)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasSuffix(got, c.want) {
			t.Errorf("%d %s: %q, expected %q", c.status, c.body, got, c.want)
		}
		s.Close()
	}
}

// TestTheLimitIsAMinute: after a minute there is room again, a clock that was set
// back blocks nobody, and another model begins anew.
func TestTheLimitIsAMinute(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, `{"input_tokens":150}`) }))
	defer s.Close()
	p, err := NewProvider(s.URL, "k", "m1")
	if err != nil {
		t.Fatal(err)
	}
	now := time.UnixMilli(1_796_000_000_000)
	c := &Calibrator{Provider: p, File: filepath.Join(t.TempDir(), "state", "calibration.json"), Now: func() time.Time { return now }}
	c.asked = true // a message has nothing of its own
	text := strings.Repeat("hello ", 99)
	ask := func(want int) {
		t.Helper()
		n := 0
		for range 15 {
			if _, err := c.Sample(context.Background(), "f", text); err == nil {
				n++
			} else if err != ErrBudget {
				t.Fatal(err)
			}
		}
		if n != want {
			t.Errorf("%d were asked, expected %d", n, want)
		}
	}
	ask(perMinute)
	now = now.Add(59 * time.Second)
	ask(0)
	now = now.Add(2 * time.Second)
	ask(perMinute)
	now = now.Add(-time.Hour)
	ask(perMinute)
	k, err := tokens.ReadCalibration(c.File)
	if err != nil || k.Samples != 3*perMinute || k.Model != "m1" || k.Factor() != 1.5 {
		t.Errorf("%+v %v", k, err)
	}
	now, c.Model = now.Add(time.Hour*2), "m2"
	if _, err := c.Sample(context.Background(), "f", text); err != nil {
		t.Fatal(err)
	}
	if k, _ = tokens.ReadCalibration(c.File); k.Samples != 1 || k.Model != "m2" {
		t.Errorf("%+v", k)
	}
}
