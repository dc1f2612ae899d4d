package remote

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// stranger says why a request is not answered. A page in a browser can make a name
// of its own mean this machine (DNS rebinding), or just send to it; it cannot lie
// about its name, though.
func (p *Proxy) stranger(r *http.Request) string {
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil { // that of http, which is not said
		host, port = r.Host, "80"
	}
	if !loopback(host) || port != p.port {
		return "this proxy answers to 127.0.0.1, [::1] and localhost on its own port only"
	}
	for _, o := range r.Header["Origin"] {
		if !p.welcome(o) {
			return "this proxy answers to pages of this machine and of --allow-origin only"
		}
	}
	return ""
}

// welcome says whether pages of an origin may ask.
func (p *Proxy) welcome(text string) bool {
	if slices.ContainsFunc(p.origins, func(o string) bool { return strings.EqualFold(o, text) }) {
		return true
	}
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && loopback(u.Hostname())
}
