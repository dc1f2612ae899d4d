package conformance

import "regexp"

// qoder: `mcp list` starts the servers. Its agent needs an account.
var qoder = Plain{
	Name: "qoder", Program: "qodercli",
	Pin: Pin{Package: "@qoder-ai/qodercli@1.1.52", Binary: "bundle/qodercli.js", Script: true, MB: 110},
	Own: []OwnFile{{Path: ".qoder/settings.json", Text: `{
  // my own
  "mcpServers": {
    "own": { "command": "$SERVER", "args": [] }
  }
}
`}},
	Lists: []string{"mcp", "list"}, Fine: "Connected",
	Line:    regexp.MustCompile(`^\S (\S+): .* - (\w+)(?: · .*)?$`),
	Trouble: regexp.MustCompile(`(?i)invalid`),

	Loop: Loop{Skip: "its agent needs an account"},
}
