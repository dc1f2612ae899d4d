package hook

import (
	"bytes"
	"fmt"
	"testing"
)

// BenchmarkServe is what one event costs that rules decide, in one process:
//
//	go test ./pkg/hook -run '^$' -bench Serve -cpu 1
func BenchmarkServe(b *testing.B) {
	for _, telemetry := range []bool{false, true} {
		b.Run(fmt.Sprintf("log=%v", telemetry), func(b *testing.B) {
			hooks := fmt.Sprintf(`{"schema":"ac.hookfile/v1","connector":"acme","telemetry":%v,"hooks":{"PreToolUse":[{"matcher":"Bash|acme_write","handler":{"rules":[
				{"if":{"toolInput.command":{"matches":"rm +-rf"}},"decision":"deny","reason":"no"},
				{"if":{"toolInput.command":{"glob":"git push*"}},"decision":"ask"}]}}]}}`, telemetry)
			w, _ := sandbox(b, hooks, "")
			const n = 1000
			var in bytes.Buffer
			for i := range n {
				fmt.Fprintf(&in, `{"id":%d,"event":"tool.execute.before","payload":{"hook":"tool.execute.before","input":{"tool":"bash","sessionID":"s","callID":"c%d"},"output":{"args":{"command":"echo %d","description":"Print"}},"directory":"/home/user/project","worktree":"/home/user/project"}}`+"\n", i, i, i)
			}
			w.Args = []string{"serve", "opencode", "--connector", "acme"}
			for b.Loop() {
				w.Stdin, w.Stdout = bytes.NewReader(in.Bytes()), &bytes.Buffer{}
				if code := Main(w); code != 0 {
					b.Fatal(code)
				}
			}
			b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "events/s")
		})
	}
}
