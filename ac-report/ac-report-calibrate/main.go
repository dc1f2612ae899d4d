// ac-report-calibrate counts texts here and at Anthropic, so that counts for Claude
// models can be corrected. It is what ac-report calibrate runs: a program of its
// own, because the others talk to nobody and link nothing that could.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"agentconnector/pkg/calibrate"
	"agentconnector/pkg/cli"
	"agentconnector/pkg/config"
	"agentconnector/pkg/home"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

var tool = cli.Tool{
	Name:     "ac-report calibrate",
	Synopsis: "[--model NAME] FILE…",
	About:    "Compare our counts with Anthropic's, to which the texts are sent; what comes of it corrects counts for Claude models. Off unless asked for.",
	Examples: `  AGENT_CONNECTOR_CALIBRATE=anthropic ac-report calibrate tools.json README.md
  ac-report calibrate --table --model claude-opus-4-5 *.md`,
	Exit: `exit codes:
  0  done
  1  a text could not be counted, or the limit was reached: ten requests a minute,
     of 64 KiB each; the first of a run finds out what a message costs by itself
  2  wrong usage, or calibration is off

environment:
  AGENT_CONNECTOR_CALIBRATE=anthropic  allows it, as does switches.calibrate in config.json
  AGENT_CONNECTOR_TELEMETRY=0          forbids it
  ANTHROPIC_API_KEY                    the key
  ANTHROPIC_BASE_URL                   another address: https, or this machine`,
}

type flags struct {
	cli.Shared
	Model string   `placeholder:"NAME" default:"claude-sonnet-4-5" help:"The model that counts."`
	Files []string `arg:"" name:"file" help:"Texts like those that models read: definitions, results, prose."`
}

func main() {
	w := world.Real()
	f := &flags{}
	os.Exit(cli.Run(w, tool, f, func() error { return run(w, f) }))
}

// total is what all samples come to.
type total struct {
	Family     string  `json:"family"`
	Model      string  `json:"model"`
	Samples    int64   `json:"samples"`
	Factor     float64 `json:"factor"`
	Confidence string  `json:"confidence"`
}

func run(w *world.World, f *flags) error {
	dir := home.Dir(w)
	p, err := provider(w, f, dir)
	if err != nil {
		return err
	}
	c := &calibrate.Calibrator{Provider: p, File: home.Calibration(dir), Now: w.Now}
	rows := [][]string{{"FILE", "OURS", "THEIRS", "FACTOR"}}
	failed := false
	for _, name := range f.Files {
		s, err := sample(w, c, name)
		if err != nil {
			cli.Complain(w.Stderr, tool.Name, fmt.Errorf("%s: %w", name, err))
			failed = true
			if errors.Is(err, calibrate.ErrBudget) {
				break
			}
			continue
		}
		rows = append(rows, []string{s.File, strconv.FormatInt(s.Ours, 10), strconv.FormatInt(s.Theirs, 10), strconv.FormatFloat(s.Factor, 'f', 3, 64)})
		if !f.UseTable(w.Stdout) {
			if err := cli.Line(w.Stdout, s); err != nil {
				return err
			}
		}
	}
	if err := f.end(w, c.File, rows); err != nil {
		return err
	}
	if failed {
		return cli.Exit(world.Failed)
	}
	return nil
}

// end prints the table, and what the calibration is now.
func (f *flags) end(w *world.World, file string, rows [][]string) error {
	k, err := tokens.ReadCalibration(file)
	if err != nil || k.Samples == 0 {
		return err
	}
	t := total{tokens.Anthropic, k.Model, k.Samples, k.Factor(), wire.Calibrated}
	if !f.UseTable(w.Stdout) {
		return cli.Line(w.Stdout, t)
	}
	if err := cli.Table(w.Stdout, rows); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.Stdout, "\ncounts for %s are multiplied by %.3f, of %d texts that %s counted\n", t.Family, t.Factor, t.Samples, t.Model)
	return err
}

// provider is who is asked, if the user wants that at all.
func provider(w *world.World, f *flags, dir string) (*calibrate.Provider, error) {
	settings, err := config.Load(dir)
	if err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	if !settings.WithEnv(w).Calibrate() {
		return nil, cli.Usagef("calibration sends the texts to Anthropic, and is off\nhint: AGENT_CONNECTOR_CALIBRATE=anthropic allows it, unless AGENT_CONNECTOR_TELEMETRY=0")
	}
	key := w.Getenv("ANTHROPIC_API_KEY")
	if key == "" {
		return nil, cli.Usagef("ANTHROPIC_API_KEY is not set")
	}
	base := w.Getenv("ANTHROPIC_BASE_URL")
	if base == "" {
		base = calibrate.DefaultBase
	}
	p, err := calibrate.NewProvider(base, key, f.Model)
	if err != nil {
		return nil, cli.Usagef("ANTHROPIC_BASE_URL: %w", err)
	}
	return p, nil
}

func sample(w *world.World, c *calibrate.Calibrator, name string) (calibrate.Sample, error) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(w.Dir, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		if pe := (*os.PathError)(nil); errors.As(err, &pe) {
			err = pe.Err
		}
		return calibrate.Sample{}, err
	}
	return c.Sample(context.Background(), name, string(text))
}
