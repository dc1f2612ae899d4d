package hook

import (
	"io"
	"strings"
	"testing"
)

// guarded is a definition with rules as people write them.
const guarded = `{"schema":"ac.hookfile/v1","connector":"acme","version":"1.0.0","telemetry":false,"hosts":["claude-code"],"hooks":{"PreToolUse":[{"matcher":"Bash|Read","handler":{"rules":[
{"if":{"toolInput.command":{"matches":"\\brm\\s+-rf\\b"}},"decision":"deny","reason":"remove the files by name"},
{"if":{"all":[{"tool":{"equals":"Read"}},{"toolInput.file_path":{"glob":"**/.env"}}]},"decision":"ask","reason":"secrets?"}]}}]}}`

// BenchmarkCall is a whole call but for the start of the process.
func BenchmarkCall(b *testing.B) {
	for name, command := range map[string]string{"allowed": "ls -l", "denied": "sudo rm -rf /"} {
		b.Run(name, func(b *testing.B) {
			payload := strings.Replace(prePayload, "ls", command, 1)
			w, _ := sandbox(b, guarded, "", "claude-code", "PreToolUse", "--connector", "acme")
			w.Stdout = io.Discard
			b.ReportAllocs()
			for b.Loop() {
				w.Stdin = strings.NewReader(payload)
				Main(w)
			}
		})
	}
}
