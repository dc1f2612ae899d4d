package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// life is the life of one installation in a file of one size.
type life struct {
	dir, tool string
	mb        int
	source    string // the file as generated
	home      string // of this round
	turn      int
	steps     []*step
}

// step is one process of that life, measured in every round.
type step struct {
	name            string
	cpu, wall       []time.Duration
	rss, state      []int64 // bytes at the peak; bytes in our own folder afterwards
	stdin           []byte
	program         string
	args            []string
	before, confirm func() error
}

func (l *life) file() string { return filepath.Join(l.home, ".claude.json") }
func (l *life) ours() string { return filepath.Join(l.home, ".agent-connector") }

func (l *life) measure(rounds int) error {
	l.source = filepath.Join(l.dir, fmt.Sprintf("%d.json", l.mb))
	l.home = filepath.Join(l.dir, "home")
	f, err := os.Create(l.source)
	if err != nil {
		return err
	}
	if err := errors.Join(generate(f, int64(l.mb)<<20), f.Sync(), f.Close()); err != nil {
		return err
	}
	first, err := l.plan(1)
	if err != nil {
		return err
	}
	second, err := l.plan(2)
	if err != nil {
		return err
	}
	l.steps = []*step{
		{name: "cp", program: "cp", args: []string{l.source, l.file()}},
		{name: "apply", program: l.tool, stdin: first, confirm: l.holds("bench@1")},
		{name: "again", program: l.tool, stdin: first, confirm: l.holds("bench@1")},
		{name: "upgrade", program: l.tool, stdin: second, before: l.foreign, confirm: l.holds("bench@2")},
		{name: "undo", program: l.tool, args: []string{"--undo", "bench"}, confirm: l.restored},
	}
	for l.turn = range rounds {
		if err := l.round(); err != nil {
			return err
		}
	}
	l.print()
	return os.Remove(l.source)
}

func (l *life) round() error {
	if err := os.Mkdir(l.home, 0o700); err != nil {
		return err
	}
	for _, s := range l.steps {
		if s.before != nil {
			if err := s.before(); err != nil {
				return err
			}
		}
		if err := s.run(l.home); err != nil {
			return fmt.Errorf("%s of %d MB: %w", s.name, l.mb, err)
		}
		if s.confirm != nil {
			if err := s.confirm(); err != nil {
				return fmt.Errorf("%s of %d MB: %w", s.name, l.mb, err)
			}
		}
		s.state = append(s.state, sizeOf(l.ours()))
	}
	return os.RemoveAll(l.home)
}

// run measures one process.
func (s *step) run(home string) error {
	cmd := exec.Command(s.program, s.args...)
	cmd.Env = []string{"HOME=" + home, "USERPROFILE=" + home, "PATH=" + os.Getenv("PATH"), "AGENT_CONNECTOR_DATA_DIR=" + filepath.Join(home, ".agent-connector")}
	cmd.Dir = home
	cmd.Stdin = bytes.NewReader(s.stdin)
	begin := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	s.wall = append(s.wall, time.Since(begin))
	s.cpu = append(s.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	s.rss = append(s.rss, peak(cmd.ProcessState))
	return nil
}

// plan is what ac-render would make for one server on one host.
func (l *life) plan(version int) ([]byte, error) {
	v := fmt.Sprint(version)
	p := plan.Plan{Head: wire.Plan{Schema: wire.SchemaPlan, Plan: "bench" + v, Connector: "bench", Version: v, DefinitionHash: v, Scope: wire.ScopeUser,
		Hosts: []string{"claude-code"}, Surfaces: wire.Surfaces, Tools: []string{}, ACHome: l.ours()}}
	definition, err := json.Marshal(fmt.Sprintf("{\"id\": \"bench\", \"version\": %q}\n", v))
	if err != nil {
		return nil, err
	}
	server := fmt.Sprintf(`{"type":"stdio","command":"npx","args":["-y","bench@%s"],"env":{"LEVEL":"info"}}`, v)
	p.Patches = []wire.Patch{
		{Schema: wire.SchemaPatch, Hosts: p.Head.Hosts, Surface: wire.Server, Path: l.file(), Format: "json", Op: wire.OpSet,
			At: []string{"mcpServers", "bench"}, Value: wire.Raw(server)},
		{Schema: wire.SchemaPatch, Surface: wire.State, Path: filepath.Join(l.ours(), "connectors", "bench", "user", "connector.json"),
			Format: "file", Op: wire.OpWrite, Mode: "0600", If: wire.IfAny, Value: definition},
	}
	var b bytes.Buffer
	err = plan.Write(&b, &p)
	return b.Bytes(), err
}

func median[T cmp.Ordered](v []T) T {
	s := slices.Sorted(slices.Values(v))
	return s[len(s)/2]
}

func (l *life) print() {
	base := median(l.steps[0].cpu)
	for _, s := range l.steps {
		cpu := median(s.cpu)
		fmt.Printf("%6d  %-8s %9.1f %8.2f %8.1f %7.1f %8.1f %9.1f\n", l.mb, s.name, ms(cpu), ms(cpu)/float64(l.mb), ms(median(s.wall)),
			mega(median(s.rss)), float64(cpu)/float64(max(base, 1)), mega(median(s.state)))
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
func mega(n int64) float64       { return float64(n) / (1 << 20) }
