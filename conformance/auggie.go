package conformance

import "regexp"

// auggie: `mcp list` starts nothing. Its agent needs an account, so that nobody leads
// it through a conversation.
var auggie = Plain{
	Name: "auggie", Program: "auggie",
	Pin: Pin{Package: "@augmentcode/auggie@0.36.0", Binary: "augment.mjs", Script: true, MB: 13},
	Own: []OwnFile{{Path: ".augment/settings.json", Text: `{
  "mcpServers": {
    "own": {
      "type": "stdio",
      "command": "$SERVER",
      "args": []
    }
  }
}
`}},
	Lists:   []string{"mcp", "list"},
	Line:    regexp.MustCompile(`^\S (\S+) +(stdio|http|sse) `),
	Trouble: regexp.MustCompile(`(?i)invalid|ignoring`),

	Loop: Loop{Skip: "its agent needs an account"},
}
