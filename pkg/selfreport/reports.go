package selfreport

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"agentconnector/pkg/home"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/logstore/segment"
	"agentconnector/pkg/wire"
)

// maxRows bounds an answer, which a model has to read.
const maxRows = 200

type tokensArgs struct {
	By    string `json:"by,omitempty" jsonschema:"tool, connector, session, project, host, surface or day; tool if absent"`
	Since string `json:"since,omitempty" jsonschema:"such as 7d or 2026-11-01; all if absent"`
}

type sinceArgs struct {
	Since string `json:"since,omitempty" jsonschema:"such as 7d or 2026-11-01; all if absent"`
}

// rows is a report: the first of its rows, and how many more there are.
type rows struct {
	Rows []map[string]any `json:"rows"`
	More int              `json:"more,omitempty" jsonschema:"rows that are left out"`
}

func (s *server) tokens(ctx context.Context, _ *mcp.CallToolRequest, in tokensArgs) (*mcp.CallToolResult, rows, error) {
	return s.report(ctx, "tokens", in.Since, "--by="+cmp.Or(in.By, "tool"))
}

func (s *server) security(ctx context.Context, _ *mcp.CallToolRequest, in sinceArgs) (*mcp.CallToolResult, rows, error) {
	return s.report(ctx, "security", in.Since)
}

// report is what a verb of ac-report prints.
func (s *server) report(ctx context.Context, verb, since string, args ...string) (*mcp.CallToolResult, rows, error) {
	args = append([]string{verb, "--json"}, args...)
	if since != "" {
		args = append(args, "--since="+since)
	}
	out, err := s.Report(ctx, args...)
	if err != nil {
		return nil, rows{}, err
	}
	r := rows{Rows: []map[string]any{}}
	for line := range bytes.Lines(out) {
		var row map[string]any
		if json.Unmarshal(line, &row) != nil {
			continue
		}
		if len(r.Rows) == maxRows {
			r.More++
			continue
		}
		r.Rows = append(r.Rows, row)
	}
	return nil, r, nil
}

// kind is what events are counted by.
type kind struct{ host, event, tool string }

type count struct{ n, failed int64 }

// events counts what is in the log.
func (s *server) events(_ context.Context, _ *mcp.CallToolRequest, in sinceArgs) (*mcp.CallToolResult, rows, error) {
	since, err := s.since(in.Since)
	if err != nil {
		return nil, rows{}, err
	}
	counts := map[kind]count{}
	_, err = segment.Scan(filepath.Join(home.Logs(home.Dir(s.World)), logstore.Events), since, func(line []byte) error {
		var e wire.Event
		if json.Unmarshal(line, &e) != nil {
			return segment.ErrTorn
		}
		if wire.Check(e.Schema, wire.SchemaEvent) != nil || e.TS < since.UnixMilli() && !since.IsZero() {
			return nil
		}
		k := kind{e.Host, e.Event, e.Tool}
		c := counts[k]
		if c.n++; e.IsError {
			c.failed++
		}
		counts[k] = c
		return nil
	})
	if err != nil {
		return nil, rows{}, fmt.Errorf("cannot read the events: %w", err)
	}
	return nil, sorted(counts), nil
}

func sorted(counts map[kind]count) rows {
	r := rows{Rows: []map[string]any{}}
	var all []kind
	for k := range counts {
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b kind) int {
		return cmp.Or(cmp.Compare(counts[b].n, counts[a].n), cmp.Compare(a.host, b.host), cmp.Compare(a.event, b.event), cmp.Compare(a.tool, b.tool))
	})
	r.More = max(0, len(all)-maxRows)
	for _, k := range all[:len(all)-r.More] {
		row := map[string]any{"host": k.host, "event": k.event, "events": counts[k].n}
		if k.tool != "" {
			row["tool"] = k.tool
		}
		if counts[k].failed > 0 {
			row["failed"] = counts[k].failed
		}
		r.Rows = append(r.Rows, row)
	}
	return r
}

// since is a time: a number of days or hours ago, or a day.
func (s *server) since(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if t, err := time.ParseInLocation(time.DateOnly, text, s.World.Now().Location()); err == nil {
		return t, nil
	}
	var n int
	var unit string
	if _, err := fmt.Sscanf(text, "%d%s", &n, &unit); err == nil && n > 0 {
		if d, ok := map[string]time.Duration{"h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour}[unit]; ok {
			return s.World.Now().Add(-time.Duration(n) * d), nil
		}
	}
	return time.Time{}, fmt.Errorf("since: found %q, expected a day such as 2026-11-01, or a time ago such as 7d or 12h", text)
}
