package conformance

// Pin is one version of one host, as npm has it. The packages of the single
// platform hold the program itself, so nothing of Node runs.
type Pin struct {
	Package string // name@version
	Binary  string // the program, relative to the package's folder
	MB      int    // unpacked, for who waits
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
)
