package mcp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// revisions of the two eras that the suite has requirements for.
var revisions = []string{"2026-07-28", "2025-11-25"}

// A server is as good behind the proxy as before it, its defence against DNS
// rebinding included.
func TestServersAreTheSame(t *testing.T) {
	p := setUp(t)
	for _, stateless := range []bool{true, false} {
		addr := "127.0.0.1:" + port(t)
		p.start(t, addr, nil, filepath.Join(p.dir, "everything-server"), "-http", addr, fmt.Sprintf("-stateless=%v", stateless))
		url := "http://" + addr + "/"
		proxy := p.through(t, url)
		for _, rev := range revisions {
			direct := p.ask(t, "server", "--url", url, "--requirements", rev)
			proxied := p.ask(t, "server", "--url", proxy, "--requirements", rev)
			compare(t, fmt.Sprintf("server, stateless %v, %s", stateless, rev), direct, proxied, func(string) bool { return false })
		}
	}
}

// A client is, too. But a login is between it and the server, whose address it has
// to see: that is why servers with OAuth are not run under the proxy.
func TestClientsAreTheSame(t *testing.T) {
	p := setUp(t)
	script := filepath.Join(p.dir, "proxied")
	text := `#!/bin/sh
# The client's last argument is the address, which localhost is a name of.
for url; do :; done
ac-proxy --connector peers --listen 127.0.0.1:0 --url "$url" >"$0.$$" &
proxy=$!
until [ -s "$0.$$" ]; do sleep 0.05; done
everything-client "$(sed s/127.0.0.1/localhost/ "$0.$$")"
code=$?
kill -INT $proxy
exit $code
`
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, rev := range revisions {
		direct := p.ask(t, "client", "--command", filepath.Join(p.dir, "everything-client"), "--requirements", rev)
		proxied := p.ask(t, "client", "--command", script, "--requirements", rev)
		compare(t, "client, "+rev, direct, proxied, func(name string) bool { return strings.HasPrefix(name, "auth/") })
	}
}
