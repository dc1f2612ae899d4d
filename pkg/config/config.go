// Package config reads config.json, the settings of the user in our folder.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// Name is the file of the user's settings in our folder.
const Name = "config.json"

// Max is the largest config.json that is read, in bytes.
const Max = 1 << 20

// Config is config.json: the user's settings. Every field may be left out; the
// environment wins over the file. What a hook needs of it is copied into the
// hook files at install, so that ac-hook reads only one file.
type Config struct {
	Schema    string    `json:"$schema,omitempty"`   // for editors
	Developer string    `json:"developer,omitempty"` // who works here, in exported records
	Team      string    `json:"team,omitempty"`      // team, in exported records
	Org       string    `json:"org,omitempty"`       // organisation, in exported records
	RepoURL   string    `json:"repo_url,omitempty"`  // address of the repository, in place of the git remote
	Privacy   Privacy   `json:"privacy,omitzero"`    // what the logs may hold
	Retention Retention `json:"retention,omitzero"`  // how long the logs are kept
	Backups   Pruning   `json:"backups,omitzero"`    // which copies of your files are kept
	Budgets   Budgets   `json:"budgets,omitzero"`    // what may be spent
	Switches  Switches  `json:"switches,omitzero"`   // what is measured at all
	LogLevel  string    `json:"log_level,omitempty"` // silent, error, warn, info or debug; AGENT_CONNECTOR_LOG wins
}

// Privacy says what the logs may hold. Contents of files, prompts and results
// are never among it.
type Privacy struct {
	Level    string `json:"level,omitempty"`    // the most that events may tell of inputs: standard (if absent), minimal (no commands, paths and patterns) or off (size and hash alone); a connector may ask for less
	Commands *bool  `json:"commands,omitempty"` // shell commands, with secrets taken out; true if absent
	Paths    *bool  `json:"paths,omitempty"`    // paths of files; true if absent
	RepoURL  *bool  `json:"repo_url,omitempty"` // address of the repository; true if absent
}

// Levels are the words of privacy.level, from the strictest.
var Levels = wire.ObserveLevels[:]

// Least is the stricter of a level and the user's.
func (p Privacy) Least(level string) string { return wire.LeastObserve(level, p.Level) }

// Withheld is what is taken out of what events tell.
func (p Privacy) Withheld() (kinds []string) {
	if !isOn(p.Commands, true) {
		kinds = append(kinds, wire.WithholdCommands)
	}
	if !isOn(p.Paths, true) {
		kinds = append(kinds, wire.WithholdPaths)
	}
	return kinds
}

// Retention says how long the logs are kept. What is reached first counts; 0
// means without limit.
type Retention struct {
	Days     int64 `json:"days,omitempty"`
	MaxBytes int64 `json:"max_bytes,omitempty"`
}

// Pruning says which backups of a file are kept besides the first and the
// newest, which always are. What is reached first counts; 0 means without limit.
type Pruning struct {
	Days  *int64 `json:"days,omitempty"`  // older ones go; 30 if absent
	Count *int64 `json:"count,omitempty"` // so many are kept, without the first; 10 if absent
}

// Limits are the days and the count that hold.
func (p Pruning) Limits() (days, count int64) {
	days, count = 30, 10
	if p.Days != nil {
		days = *p.Days
	}
	if p.Count != nil {
		count = *p.Count
	}
	return days, count
}

// Budgets are in US dollars; 0 means none.
type Budgets struct {
	Session float64 `json:"session,omitempty"`
	Daily   float64 `json:"daily,omitempty"`
	Weekly  float64 `json:"weekly,omitempty"`
}

// Switches turn measuring off: all of it, or one layer.
type Switches struct {
	Telemetry *bool `json:"telemetry,omitempty"` // everything; true if absent; AGENT_CONNECTOR_TELEMETRY wins
	Measure   *bool `json:"measure,omitempty"`   // counting in ac-proxy, and what ac-hook records; true if absent; AGENT_CONNECTOR_MEASURE wins
	Calibrate *bool `json:"calibrate,omitempty"` // asking a provider for counts; false if absent; AGENT_CONNECTOR_CALIBRATE wins
	Export    *bool `json:"export,omitempty"`    // sending records off this machine; true if absent; AGENT_CONNECTOR_EXPORT wins
}

// LogLevels are the words of log_level.
var LogLevels = []string{"silent", "error", "warn", "info", "debug"}

// Load reads config.json in our folder. No file gives the defaults. An
// error names every fault with line and column.
func Load(dir string) (Config, error) {
	file := filepath.Join(dir, Name)
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Config{}, nil
	}
	if err != nil {
		return Config{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, Max+1))
	if err != nil {
		return Config{}, err
	}
	return Parse(file, text)
}

// Parse reads the text of a config.json; the name is for messages.
func Parse(name string, text []byte) (Config, error) {
	var c Config
	if len(text) > Max {
		return c, fmt.Errorf("%s: found more than %d bytes, expected the settings of one user", name, Max)
	}
	if err := strict(name, text, &c); err != nil {
		return Config{}, err
	}
	return c, nil
}

// WithEnv gives the settings as the environment overrules them.
func (c Config) WithEnv(w *world.World) Config {
	for _, s := range []struct {
		name string
		to   **bool
	}{
		{wire.TelemetryVar, &c.Switches.Telemetry}, {wire.MeasureVar, &c.Switches.Measure},
		{"AGENT_CONNECTOR_CALIBRATE", &c.Switches.Calibrate}, {"AGENT_CONNECTOR_EXPORT", &c.Switches.Export},
	} {
		if on, set := w.Switch(s.name); set {
			*s.to = &on
		}
	}
	if v := w.Getenv("AGENT_CONNECTOR_LOG"); v != "" {
		c.LogLevel = v
	}
	return c
}

// Telemetry says whether anything is measured.
func (c Config) Telemetry() bool { return isOn(c.Switches.Telemetry, true) }

// Measure says whether ac-proxy counts, and ac-hook records.
func (c Config) Measure() bool { return c.Telemetry() && isOn(c.Switches.Measure, true) }

// Off names the switches by which nothing is measured.
func (c Config) Off() (names []string) {
	if !isOn(c.Switches.Telemetry, true) {
		names = append(names, wire.SwitchTelemetry)
	}
	if !isOn(c.Switches.Measure, true) {
		names = append(names, wire.SwitchMeasure)
	}
	return names
}

// Calibrate says whether a provider may be asked for counts, which sends
// content to it: only on request.
func (c Config) Calibrate() bool { return c.Telemetry() && isOn(c.Switches.Calibrate, false) }

// Export says whether records may leave this machine.
func (c Config) Export() bool { return c.Telemetry() && isOn(c.Switches.Export, true) }

func isOn(b *bool, def bool) bool {
	if b == nil {
		return def
	}
	return *b
}

// Marshal gives a config.json.
func Marshal(c Config) ([]byte, error) {
	b, err := json.MarshalIndent(c, "", "  ")
	return append(b, '\n'), err
}
