package main

import (
	"path/filepath"

	"agentconnector/pkg/config"
	"agentconnector/pkg/home"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/logstore/segment"
	"agentconnector/pkg/world"
)

// tend compresses what earlier runs have closed of both logs, ac-hook's too, and
// removes what config.json does not keep. Nobody is told of errors here: stderr is
// the server's, and the next run or ac-report tries again. Whoever had not read
// what is removed is told by his cursor.
func tend(w *world.World) {
	dir := home.Dir(w)
	var limits segment.Limits
	if settings, err := config.Load(dir); err == nil {
		limits = segment.Limits{Days: settings.Retention.Days, MaxBytes: settings.Retention.MaxBytes}
	}
	for _, log := range []string{logstore.Measures, logstore.Events} {
		_, _ = segment.Tend(filepath.Join(home.Logs(dir), log), limits, w.Now())
	}
}
