package bundle

import (
	"maps"
	"slices"

	"agentconnector/pkg/interp"
	"agentconnector/pkg/lazy"
)

// input is a value that a client of the MCP Registry fills in (definition Input
// of server.schema.json, 2025-12-11). With a value it is fixed, but for the
// {variables} in it; without one the user is asked.
type input struct {
	Value     *string          `json:"value,omitempty"`
	Required  bool             `json:"isRequired,omitempty"`
	Secret    bool             `json:"isSecret,omitempty"`
	Default   string           `json:"default,omitempty"`
	Variables map[string]input `json:"variables,omitempty"`
}

// named is a variable of the environment or a header.
type named struct {
	Name string `json:"name"`
	input
}

// word is an argument as it stands on the command line.
type word struct {
	Type string `json:"type"` // always positional: a flag, too, is inserted as it is written
	input
}

// text is a text whose references become {variables}.
func text(s string) input {
	in, vars := input{}, map[string]input{}
	value := interp.Rewrite(s, func(name, def string, hasDef bool) string {
		vars[name] = asked(name, def, hasDef)
		return "{" + name + "}"
	})
	in.Value = &value
	if len(vars) > 0 {
		in.Variables = vars
	}
	return in
}

// asked is what the user gives: needed, unless the connector has a default.
func asked(name, def string, hasDef bool) input {
	return input{Required: !hasDef, Secret: secretName(name), Default: def}
}

// variables are those of a server's environment, by name. One that is filled
// from one variable is asked for by its own name.
func variables(env map[string]string) (list []named) {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		in := text(env[name])
		if ref, ok := interp.Single(env[name]); ok {
			in = asked(ref.Name, ref.Default, ref.HasDefault)
			in.Secret = in.Secret || secretName(name)
		}
		list = append(list, named{name, in})
	}
	return list
}

func words(list []string) (args []word) {
	for _, s := range list {
		args = append(args, word{"positional", text(s)})
	}
	return args
}

// secretName guesses by its end whether a variable holds a secret: API_KEY does,
// KEY_FILE and MAX_TOKENS do not. A DSN or the address of a database holds a
// password more often than not.
func secretName(name string) bool { return secretEnd().MatchString(name) }

var secretEnd = lazy.Regexp(`(?i)(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY|CONNECTION_STRING|DATABASE_UR[IL]|` +
	`(^|_)(KEY|PAT|DSN|AUTHORIZATION)|_(PASS|PWD))(_[0-9]+)?$`)
