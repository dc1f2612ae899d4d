// Gen writes docs/hosts.md from the host files: what they hold, and, from their
// comments, where each fact is from. Its argument is the root of the module.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"agentconnector/pkg/host"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "gen: expected the root of the module")
		os.Exit(2)
	}
	text, err := page(os.Args[1])
	if err == nil {
		err = os.WriteFile(filepath.Join(os.Args[1], "docs", "hosts.md"), text, 0o644)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "gen: %v\n", err)
		os.Exit(1)
	}
}

// page is the whole document.
func page(root string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(intro)
	matrix(&b)
	b.WriteString(packagesIntro)
	packages(&b)
	observed, err := observations(root)
	if err != nil {
		return nil, err
	}
	for _, h := range host.All {
		src, err := read(root, h)
		if err != nil {
			return nil, err
		}
		src.seen = observed[h.ID]
		write(&b, h, src)
	}
	return b.Bytes(), nil
}

const intro = `<!-- Made by go generate ./docs from pkg/host. Do not edit. -->
# Hosts

What agent-connector knows of each host, and from where. A tag in brackets stands for a source, which the host's section names; "observed", "measured" and
[O] mean that the program itself was seen to do it, in the version named there. What says "unverified" could not be confirmed. Server, hooks, nativeHooks (events
of the host's own vocabulary), memory, commands, skills, subagents, the status line, actions and settings (configPatch) stand for surfaces of a connector; u is
the user's scope, p the project's, and l the project's files that are not committed (` + "`--local`" + `).

In the tables of events "known from" says what the conformance suite has seen the program do in a conversation with a scripted model: that the event comes, and
that the model is told what each decision says; "doc" is what has another source alone, which the last column names.

`

const packagesIntro = `## Packages

What a host installs by itself: a folder that ` + "`ac-render --package`" + ` makes, for everybody, or ` + "`ac install --method plugin`" + ` for this machine. The status line, actions and
settings are in none; ` + "`ac-render --explain --package FORMAT`" + ` says of one connector what gets lost. Of no host are agent-plugin (the open standard Agent Plugins
1.0.0: server and skills, taken by Codex 0.171.0, Qwen Code 0.24.4 and Copilot CLI 1.0.102), mcp-server-json and mcpb (the server alone); each is valid by its
published schema, mcpb by the program mcpb 2.1.2, too.

`
