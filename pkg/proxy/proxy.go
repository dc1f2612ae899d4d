// Package proxy stands between an MCP client and a server that talks over
// stdio. What goes by is measured by package meter.
//
// The rules of the room:
//
//   - Bytes pass as they are (but for what is left out on request, gate.go), at
//     once, both ways, whatever they are: what was read is handed over as a copy,
//     without waiting, and written. No direction waits for the other: on Linux one
//     thread polls both and never blocks (relay_linux.go); elsewhere, with a gate,
//     and where the client's streams are files or terminals each has a pump of its
//     own (pump.go). Nothing of ours ever goes to the child's stdin or to our
//     stdout; the child has our stderr itself.
//   - Measuring happens beside the path. Whatever fails there, the traffic goes
//     on.
//   - The child must not notice us: arguments, environment (but for --env),
//     end of input, signals and exit status pass through. It must not outlive
//     us either: it has a process group of its own, which ends with us.
package proxy

// Options say what to run.
type Options struct {
	Command []string
	Cwd     string   // the child's directory; "" is ours
	Env     []string // NAME=TEMPLATE, more variables of the child
	Expand  bool     // ${env:…} in the command too, for hosts that expand nothing
	Percent bool     // references are spelled %(…), for hosts that expand other things
	Include []string // globs of the tools to offer; all, if there is none
	Exclude []string // and of those not to offer
	Strict  bool     // what is no message on the server's stdout goes to stderr
}
