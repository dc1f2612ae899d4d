package conformance

import "regexp"

// amp: `mcp doctor` starts the servers. Its agent needs its service, so that
// nobody leads it through a conversation; `plugins exec` loads a plugin in its runtime
// and fires session.start at it. It fires none of the events that wait for an answer.
var amp = Plain{
	Name: "amp", Program: "amp",
	Pin: Pin{Package: "@ampcode/cli-linux-x64@0.0.1790142911-g7618fb", Binary: "amp", MB: 97},
	// Without a key it asks for a login; nobody answers at that address.
	Vars: []string{"AMP_SKIP_UPDATE_CHECK=1", "AMP_API_KEY=none", "AMP_URL=http://127.0.0.1:9"},
	// Of the two names the one that a new settings.json would hide.
	Own: []OwnFile{{Path: ".config/amp/settings.jsonc", Text: `{
  // my own
  "amp.mcpServers": {
    "own": { "command": "$SERVER", "args": [] },
  }
}
`}},
	Lists: []string{"mcp", "doctor"}, Fine: "connected",
	Line:    regexp.MustCompile(`^(\S+) \(user settings\): (\w+)`), // the last of several counts
	Trouble: regexp.MustCompile(`(?i)invalid|failed to`),

	Loop:  Loop{Skip: "its agent needs its service", Events: []string{"SessionStart context"}},
	Fires: [][]string{{"plugins", "exec", "$HOME/.config/amp/plugins/agent-connector-acme-db.js", "session.start", "--data", `{"thread":{"id":"T-1"}}`}},
}
