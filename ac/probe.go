package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/home"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// probed are the two kinds of line that ac-proxy probe prints.
type probed struct {
	Step   string `json:"step"`
	OK     bool   `json:"ok"`
	MS     int64  `json:"ms"`
	Detail string `json:"detail"`
	Tool   string `json:"tool"`
	Tokens int64  `json:"tokens"`
}

// probeAll asks the server of each installation once what a host would ask: a local
// one is started for it. It says what came of it as doctor says all else.
func probeAll(w *world.World, f *flags) error {
	all, err := chosen(w, nil)
	if err != nil {
		return err
	}
	rows := [][]string{{"LEVEL", "SURFACE", "CONNECTOR", "FINDING", "PLACES", "FIX"}}
	bad := false
	for _, i := range all {
		dir := home.Connector(home.Dir(w), i.ID, i.ProjectKey)
		if !askable(dir) {
			continue
		}
		found := probeOne(w, i, dir)
		bad = bad || found.Level == wire.LevelWarn
		rows = append(rows, []string{found.Level, found.Surface, found.Connector, found.Message, cli.Short(w, dir), found.Fix})
		if !f.UseTable(w.Stdout) {
			if err := cli.Line(w.Stdout, found); err != nil {
				return err
			}
		}
	}
	if f.UseTable(w.Stdout) && len(rows) > 1 {
		if err := cli.Table(w.Stdout, rows); err != nil {
			return err
		}
	}
	if bad {
		return cli.Exit(world.Failed)
	}
	return nil
}

// askable says whether an installed connector has a server that can be asked: one
// that wants a login only its host can.
func askable(dir string) bool {
	var def struct {
		Server *struct {
			Transport string
			Auth      struct{ Type string }
		}
	}
	b, err := os.ReadFile(filepath.Join(dir, "connector.json"))
	if err != nil || json.Unmarshal(b, &def) != nil || def.Server == nil {
		return false
	}
	switch def.Server.Transport {
	case "", "stdio":
		return true
	case "http", "sse":
		return def.Server.Auth.Type != "oauth"
	}
	return false
}

func probeOne(w *world.World, i wire.Installed, dir string) wire.Finding {
	f := wire.Finding{Schema: wire.SchemaFinding, Level: wire.LevelInfo, Surface: wire.Server, Connector: i.ID, Places: []string{dir}}
	var out, talk bytes.Buffer
	quiet := *w
	quiet.Stderr = &talk
	err := start(&quiet, step{"ac-proxy", []string{"probe", "--json", dir}}, bytes.NewReader(nil), &out)
	var said []string
	var tools int
	var tokens int64
	for line := range bytes.Lines(out.Bytes()) {
		var p probed
		switch json.Unmarshal(line, &p); {
		case p.Tool != "":
			tools, tokens = tools+1, tokens+p.Tokens
		case p.Step != "" && !p.OK:
			said = append(said, p.Step+": "+p.Detail)
		case p.Step == "initialize" || p.Step == "server/discover":
			said = append(said, fmt.Sprintf("%s answers in %d ms", p.Detail, p.MS))
		}
	}
	if err == nil {
		f.Message = strings.Join(append(said, fmt.Sprintf("tools: %d, tokens of their definitions: %d", tools, tokens)), "; ")
		return f
	}
	var code cli.Exit
	if !errors.As(err, &code) {
		said = append(said, err.Error())
	} else if len(said) == 0 {
		said = append(said, firstLine(talk.String()))
	}
	for line := range strings.Lines(talk.String()) { // why a remote one was not asked at all
		if why, ok := strings.CutPrefix(line, "ac-proxy-http: "); ok {
			said = append(said, strings.TrimSpace(why))
		}
	}
	f.Level, f.Message = wire.LevelWarn, "the server does not answer as it should: "+strings.Join(said, "; ")
	f.Fix = "ac-proxy probe " + filepath.ToSlash(dir) + " shows all that it says"
	return f
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimPrefix(line, "ac-proxy probe: ")
}
