// Package calibrate asks a provider how many tokens a text is, to correct the
// counts of a model family whose vocabulary nobody has. It sends the text off this
// machine: only when the user has asked for that, and for texts that he names.
package calibrate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// The token counting of Anthropic's API, as its own SDK calls it (its client's
// base address, headers and variables; the endpoint by its documentation,
// docs.anthropic.com, "Token counting").
const (
	DefaultBase  = "https://api.anthropic.com"
	DefaultModel = "claude-sonnet-4-5"
	path         = "/v1/messages/count_tokens"
	version      = "2023-06-01"
)

const (
	askTimeout = 30 * time.Second
	maxAnswer  = 1 << 20
	maxSaid    = 300 // bytes of an error's text that are passed on
)

// Provider is who is asked.
type Provider struct {
	Base, Key, Model string
	client           http.Client
}

// NewProvider checks where the text and the key are to go: by an encrypted
// connection, or to this machine.
func NewProvider(base, key, model string) (*Provider, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("%q is no address: expected one such as %s", base, DefaultBase)
	}
	if u.Scheme != "https" && !(u.Scheme == "http" && local(u.Hostname())) {
		return nil, fmt.Errorf("%q is not encrypted: expected an https address", base)
	}
	p := &Provider{Base: strings.TrimSuffix(base, "/"), Key: key, Model: model}
	p.client.Timeout = askTimeout
	p.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // the key is for nobody else
	return p, nil
}

func local(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// Count asks for the tokens of a message that has this text.
func (p *Provider) Count(ctx context.Context, text string) (int64, error) {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	body, err := json.Marshal(struct {
		Model    string    `json:"model"`
		Messages []message `json:"messages"`
	}{p.Model, []message{{"user", text}}})
	if err != nil {
		return 0, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Base+path, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Api-Key", p.Key)
	req.Header.Set("Anthropic-Version", version)
	resp, err := p.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return 0, err
	}
	return read(resp, answer)
}

func read(resp *http.Response, answer []byte) (int64, error) {
	var a struct {
		InputTokens *int64 `json:"input_tokens"`
		Error       struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	err := json.Unmarshal(answer, &a)
	switch {
	case resp.StatusCode != http.StatusOK:
		said := a.Error.Message
		if len(said) > maxSaid {
			said = strings.ToValidUTF8(said[:maxSaid], "") + " …"
		}
		if wait := resp.Header.Get("Retry-After"); wait != "" {
			said = strings.TrimSpace(said + " (again in " + wait + " s)")
		}
		return 0, errors.New(strings.TrimSuffix(fmt.Sprintf("%s answers %s: %s", resp.Request.URL.Host, resp.Status, said), ": "))
	case err != nil || a.InputTokens == nil || *a.InputTokens < 0:
		return 0, errors.New(resp.Request.URL.Host + " answers something else than a number of tokens")
	}
	return *a.InputTokens, nil
}
