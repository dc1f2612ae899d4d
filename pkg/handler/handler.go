// Package handler is the helper for hook handlers written in Go: a program
// that reads one event and prints one reply.
//
//	func main() {
//		handler.Main(func(ev *wire.HandlerEvent) wire.HandlerReply {
//			if ev.Tool == "acme_write" {
//				return wire.HandlerReply{Decision: wire.Ask, Reason: "it writes"}
//			}
//			return wire.HandlerReply{}
//		})
//	}
//
// It imports package wire alone, so that a handler starts fast. What goes wrong
// ends the program with exit code 1 and a message on stderr: ac-hook then does
// what the connector's onError says. stdout carries the reply and nothing else.
package handler

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

// Func decides about one event. The zero reply means allow.
type Func func(ev *wire.HandlerEvent) wire.HandlerReply

// Main runs f on the event on stdin and exits.
func Main(f Func) {
	if err := Run(os.Stdin, os.Stdout, f); err != nil {
		fmt.Fprintf(os.Stderr, "handler: %s\n", err)
		os.Exit(1)
	}
}

// Run reads one event, asks f and writes its reply as one line. A panic in f
// is an error: nothing has been written then.
func Run(stdin io.Reader, stdout io.Writer, f Func) error {
	var ev wire.HandlerEvent
	if err := json.NewDecoder(stdin).Decode(&ev); err != nil {
		return fmt.Errorf("stdin holds no event: %w\nhint: run it through ac-hook, or ac-hook simulate", err)
	}
	reply, err := ask(f, &ev)
	if err != nil {
		return err
	}
	line, err := jsonl.Encode(reply)
	if err != nil {
		return fmt.Errorf("the reply is no JSON: %w", err)
	}
	_, err = stdout.Write(line)
	return err
}

func ask(f Func, ev *wire.HandlerEvent) (reply wire.HandlerReply, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f(ev), nil
}
