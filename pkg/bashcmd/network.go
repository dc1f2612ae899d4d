package bashcmd

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// client says whether a command is a network client at work. rsync between two
// folders is none.
func (c *call) client() bool {
	if c.online || slices.ContainsFunc(append(slices.Clone(c.outs), c.ins...), isSocket) {
		return true
	}
	name := strings.ToLower(c.name)
	switch name {
	case "openssl":
		return c.first("s_client")
	case "socat":
		return slices.ContainsFunc(c.args, func(a string) bool {
			kind, _, _ := strings.Cut(strings.ToLower(a), ":")
			return strings.HasPrefix(kind, "tcp") || strings.HasPrefix(kind, "udp") || strings.HasPrefix(kind, "openssl") || strings.HasPrefix(kind, "ssl")
		})
	case "new-object": // of .NET, which fetches
		return c.hasFold("system.net.webclient", "net.webclient", "system.net.http.httpclient", "net.http.httpclient", "-comobject") && (!c.hasFold("-comobject") || c.hasPrefix("msxml2") || c.hasPrefix("winhttp"))
	case "certutil":
		return c.hasFold("-urlcache", "/urlcache", "-verifyctl", "-url")
	}
	if kinds()[name] != Network {
		return false
	}
	if name == "rsync" {
		return slices.ContainsFunc(c.args, func(a string) bool { return !strings.HasPrefix(a, "-") && strings.Contains(a, ":") })
	}
	return true
}

// isSocket says whether a file is a connection, as bash opens one.
func isSocket(p string) bool {
	return strings.HasPrefix(p, "/dev/tcp/") || strings.HasPrefix(p, "/dev/udp/")
}

// valued are flags whose value is no address, of all clients.
const valued = "-X -d -H -o -u -A -b -c -m -w -T -K -i -p -l -F -P --request --data --data-raw --data-binary --data-urlencode --json --header --output --user --user-agent --cookie --cookie-jar --max-time --connect-timeout --write-out --retry --form --cacert --cert --key --output-document --timeout -OutFile -Method -Headers -Body"

// local says whether a client talks to this machine alone.
func (c *call) local() bool {
	found := false
	flags := strings.Fields(valued)
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		if strings.HasPrefix(a, "-") {
			if slices.Contains(flags, a) {
				i++
			}
			continue
		}
		switch here, isHost := loopback(a); {
		case here:
			found = true
		case isHost:
			return false
		}
	}
	return found
}

// loopback says whether an address is this machine's, and whether a word is an
// address at all.
func loopback(a string) (here, isHost bool) {
	a = strings.ToLower(a)
	host := a
	if i := strings.Index(a, "://"); i >= 0 {
		u, err := url.Parse(a)
		if err != nil {
			return false, true
		}
		host, isHost = u.Hostname(), true
	} else {
		host, _, _ = strings.Cut(host, "/")
		if h, _, ok := strings.Cut(host, ":"); ok && !strings.HasPrefix(host, "[") && strings.Count(host, ":") == 1 {
			host = h
		}
	}
	host = strings.Trim(host, "[]")
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsUnspecified(), true
	}
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true, true
	}
	return false, isHost || strings.Contains(host, ".")
}
