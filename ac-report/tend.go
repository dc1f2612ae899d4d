package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/config"
	"agentconnector/pkg/home"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/logstore/segment"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// tend compresses the closed files of both logs and removes those that are not
// to be kept. Only what somebody loses by it is said: the report is there
// without it.
func tend(w *world.World, f *flags, dir string) {
	var limits segment.Limits
	settings, err := config.Load(dir)
	if err != nil {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("nothing is removed from the logs: %w", err))
	} else {
		limits = segment.Limits{Days: settings.Retention.Days, MaxBytes: settings.Retention.MaxBytes}
	}
	if limits.Days > 0 {
		home.Forget(dir, time.Duration(limits.Days)*24*time.Hour, w.Now())
	}
	for _, log := range []string{logstore.Measures, logstore.Events} {
		t, err := segment.Tend(filepath.Join(home.Logs(dir), log), limits, w.Now())
		if len(t.Passed) > 0 {
			cli.Complain(w.Stderr, tool.Name, fmt.Errorf("%d files were removed from the log %s, as config.json says; %s", t.Removed, log, strings.Join(t.Passed, ", ")))
		}
		if f.Verbose && t.Removed > 0 && len(t.Passed) == 0 {
			cli.Complain(w.Stderr, tool.Name, fmt.Errorf("%d files were removed from the log %s, as config.json says", t.Removed, log))
		}
		if f.Verbose && err != nil {
			cli.Complain(w.Stderr, tool.Name, fmt.Errorf("the log %s: %w", log, err))
		}
	}
}

// switched says what turns measuring off, if something does.
func switched(w *world.World, dir string) string {
	settings, err := config.Load(dir)
	if settings = settings.WithEnv(w); err != nil || settings.Measure() {
		return ""
	}
	for _, name := range []string{wire.TelemetryVar, wire.MeasureVar} {
		if on, set := w.Switch(name); set && !on {
			return fmt.Sprintf("; measuring is switched off: %s=%s", name, w.Getenv(name))
		}
	}
	return fmt.Sprintf("; measuring is switched off: switches.%s in %s", settings.Off()[0], filepath.Join(dir, config.Name))
}
