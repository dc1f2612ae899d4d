package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/connector"
	"agentconnector/pkg/proxy"
	"agentconnector/pkg/world"
)

// A server over HTTP is one that a program of ours speaks to: started like any
// other it is measured like any other, and what HTTP needs is not in this program,
// which stands before every local server.

// remoteFlags are about a server over HTTP.
type remoteFlags struct {
	URL         string   `name:"url" placeholder:"URL" help:"In the place of a command: the server's address, over Streamable HTTP. $${env:X} and $${env:X:-default} in it refer to our variables."`
	Header      []string `sep:"none" placeholder:"NAME:TEXT" help:"With --url: a header of every request, with references to our variables. Repeatable."`
	SSE         bool     `name:"sse" help:"With --url: the server speaks the HTTP+SSE of 2024-11-05. Without it that is found out when it refuses a session."`
	Listen      string   `placeholder:"ADDR" help:"With --url: do not speak stdio to the host, but be a reverse proxy at 127.0.0.1:PORT, for hosts that take an address. It is printed; port 0 is any free one."`
	AllowOrigin []string `placeholder:"ORIGIN" help:"With --listen: pages of this origin may ask, too. Repeatable."`
}

// httpTool is the program. It stands beside this one.
const httpTool = "ac-proxy-http"

// check says what does not go together.
func (f *flags) check(child []string) error {
	switch {
	case f.URL == "" && (len(f.Header) > 0 || f.SSE || f.Listen != "" || len(f.AllowOrigin) > 0):
		return cli.Usagef("--header, --sse, --listen and --allow-origin are for a server at --url")
	case f.URL != "" && len(child) > 0:
		return cli.Usagef("both --url and a command behind --: there is one server")
	case f.Listen == "" && len(f.AllowOrigin) > 0:
		return cli.Usagef("--allow-origin needs --listen")
	case f.Listen != "" && (f.Strict || len(f.ToolsInclude)+len(f.ToolsExclude) > 0):
		return cli.Usagef("--tools-include, --tools-exclude and --strict take something out; with --listen every byte passes as it is\nhint: without --listen the host starts ac-proxy, which leaves tools out")
	case f.Listen != "" && (f.Cwd != "" || len(f.Env) > 0):
		return cli.Usagef("--cwd and --env are for a server that is started; with --listen set them before ac-proxy")
	}
	for _, h := range f.Header {
		if name, _, ok := strings.Cut(h, ":"); !ok || strings.TrimSpace(name) == "" {
			return cli.Usagef("--header %q: expected NAME: TEXT", h)
		}
	}
	return nil
}

// remotely runs the proxy of a server over HTTP.
func remotely(w *world.World, f *flags) error {
	program, err := beside(httpTool, w.OS)
	if err != nil {
		cli.Complain(w.Stderr, tool.Name, err)
		return cli.Exit(proxy.NotFound)
	}
	var own []string
	if f.Percent {
		own = append(own, "--percent")
	}
	if f.Verbose {
		own = append(own, "--verbose")
	}
	f.Expand = false // it replaces the references itself: no value is in any argument
	if f.Listen == "" {
		return pass(w, f, httpCommand(program, own, f.URL, f.Header, f.SSE))
	}
	if f.NoToolDefs {
		own = append(own, "--no-tool-defs")
	}
	own = append(own, "--listen", f.Listen, "--connector", f.Connector, "--host", f.Host, "--scope", f.Scope, "--family", f.Family)
	for _, o := range f.AllowOrigin {
		own = append(own, "--allow-origin", o)
	}
	return become(w, httpCommand(program, own, f.URL, f.Header, f.SSE))
}

// httpCommand is the program's command line.
func httpCommand(program string, own []string, url string, headers []string, sse bool) []string {
	argv := append([]string{program}, own...)
	for _, h := range headers {
		argv = append(argv, "--header", h)
	}
	if sse {
		argv = append(argv, "--sse")
	}
	return append(argv, "--", url)
}

// beside is the path of another program of ours.
func beside(name, goos string) (string, error) {
	if goos == "windows" {
		name += ".exe"
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	real, _ := filepath.EvalSymlinks(self)
	for _, p := range []string{self, real} {
		if p = filepath.Join(filepath.Dir(p), name); p != name {
			if _, err := os.Stat(p); err == nil {
				return p, nil
			}
		}
	}
	return "", fmt.Errorf("%s, which --url needs, is not in %s\nhint: install it there, beside ac-proxy", name, filepath.Dir(self))
}

// remoteServer is the program for a connector's server.
func remoteServer(w *world.World, s *connector.Server) (proxy.Options, error) {
	if s.Transport != "http" && s.Transport != "sse" {
		return proxy.Options{}, errors.New("no program of ours speaks it")
	}
	program, err := beside(httpTool, w.OS)
	if err != nil {
		return proxy.Options{}, err
	}
	var headers []string
	all := s.AllHeaders()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		headers = append(headers, name+": "+all[name])
	}
	return proxy.Options{Command: httpCommand(program, nil, s.URL, headers, s.Transport == "sse")}, nil
}
