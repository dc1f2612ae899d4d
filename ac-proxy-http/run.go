package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/meter"
	"agentconnector/pkg/meter/hosts"
	"agentconnector/pkg/remote"
	"agentconnector/pkg/world"
)

var tool = cli.Tool{
	Name:     "ac-proxy-http",
	Synopsis: "[--header 'NAME: TEXT'] [--sse] [--listen ADDR] URL",
	About:    "Speak MCP over stdio to whoever starts it, and over Streamable HTTP (or the HTTP+SSE of 2024-11-05) to the server at URL. With --listen, stand before that server as a reverse proxy and measure. ac-proxy --url runs it.",
	Examples: `  ac-proxy-http --header 'Authorization: Bearer $${env:ACME_TOKEN}' https://mcp.acme.example/mcp
  ac-proxy -- ac-proxy-http https://mcp.acme.example/mcp     the same as ac-proxy --url`,
	Exit: `exit codes:
  0      the input has ended, and what was asked is answered
  1      the server was lost for good
  2      wrong usage
  128+N  signal N ended it`,
}

type flags struct {
	cli.Shared
	Header      []string `sep:"none" placeholder:"NAME:TEXT" help:"A header of every request; $${env:X} and $${env:X:-default} in the text refer to our variables. Repeatable."`
	Percent     bool     `help:"References are spelled %(X) and %(X:-default)."`
	SSE         bool     `name:"sse" help:"The server speaks the HTTP+SSE of 2024-11-05. Without it that is found out when it refuses a session."`
	Listen      string   `placeholder:"ADDR" help:"Be a reverse proxy at 127.0.0.1:PORT and print the address for the host; 0 is any free port. The records are labelled by the flags below."`
	AllowOrigin []string `placeholder:"ORIGIN" help:"With --listen: pages of this origin may ask, too. Repeatable."`
	Connector   string   `placeholder:"ID" help:"With --listen: the connector that the records belong to."`
	Host        string   `placeholder:"HOST" help:"With --listen: the host, for the records."`
	Scope       string   `placeholder:"SCOPE" help:"With --listen: the scope of the host's entry, user or project."`
	Family      string   `enum:"auto,openai,anthropic,generic" default:"auto" help:"With --listen: model family to count for."`
	NoToolDefs  bool     `help:"With --listen: do not count the definitions of tools."`
	URL         string   `arg:"" name:"URL" help:"The server. References are replaced in it too."`
}

func run(w *world.World) int {
	f := &flags{}
	return cli.Run(w, tool, f, func() error {
		o := remote.Options{URL: f.URL, Headers: f.Header, Percent: f.Percent, SSE: f.SSE}
		talk := func(string, ...any) {}
		if talks(w.Getenv("AGENT_CONNECTOR_LOG"), f.Verbose) {
			talk = func(format string, args ...any) {
				cli.Complain(w.Stderr, name, fmt.Errorf(format, args...))
			}
		}
		if f.Listen != "" {
			return serve(w, f, o, talk)
		}
		return bridge(w, o, talk)
	})
}

// name stands before what we say: for users there is one proxy.
const name = "ac-proxy"

// bridge is the server on stdio.
func bridge(w *world.World, o remote.Options, talk func(string, ...any)) error {
	ctx, code := untilSignal()
	b, err := remote.NewBridge(w, o, talk)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	if err := b.Run(ctx, w.Stdin); err != nil {
		return err
	}
	return cli.Exit(int(code.Load()))
}

// serve is the reverse proxy. Signals end it, and that is as it should be.
func serve(w *world.World, f *flags, o remote.Options, talk func(string, ...any)) error {
	if f.Connector == "" {
		return cli.Usagef("--listen needs --connector ID: whose records these are")
	}
	ctx, _ := untilSignal()
	r := meter.Start(w, meter.Labels{Connector: f.Connector, Host: f.Host, Scope: f.Scope, Family: f.Family, Defs: !f.NoToolDefs, Hosts: hosts.Known})
	p, err := remote.NewProxy(w, o, f.AllowOrigin, r.Tap, talk)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	l, err := remote.Listen(f.Listen)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	fmt.Fprintln(w.Stdout, p.Address(l))
	err = p.Serve(ctx, l)
	for _, s := range r.Finish() {
		talk("%s", s)
	}
	return err
}

// untilSignal is over when a signal asks us to end; then the code says which.
func untilSignal() (context.Context, *atomic.Int32) {
	var code atomic.Int32
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	signal.Ignore(syscall.SIGPIPE) // a host that reads no more is an error of a write
	go func() {
		s := <-signals
		if n, ok := s.(syscall.Signal); ok {
			code.Store(128 + int32(n))
		}
		cancel(errors.New(s.String()))
	}()
	return ctx, &code
}

// talks says whether more than errors is wanted on stderr.
func talks(level string, verbose bool) bool {
	switch level {
	case "warn", "info", "debug":
		return true
	}
	return verbose
}
