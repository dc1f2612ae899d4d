package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agentconnector/pkg/home"
	"agentconnector/pkg/redact"
	"agentconnector/pkg/world"
)

// LogVar sets how much goes to the log: silent, error, warn, info or debug.
const LogVar = "AGENT_CONNECTOR_LOG"

// Limits of the log.
const (
	maxLog     = 1 << 20 // bytes; then it becomes hook.log.1, whose predecessor goes
	maxLogText = 4 << 10 // bytes of one message
)

// level of a log line. What an error is: something that was to be decided
// was not.
type level int

const (
	levelError level = iota + 1
	levelWarn
	levelInfo // the default: what a handler printed beside its reply belongs to a diagnosis
	levelDebug
)

var levelNames = [...]string{"silent", "error", "warn", "info", "debug"}

// journal writes logs/hook.log: one JSON object a line. It never fails: what
// cannot be written is lost, the host's call goes on.
type journal struct {
	path   string
	limit  level
	now    func() time.Time
	fields logLine // host, event, connector of this run
	said   []string
}

// logLine is one line of hook.log.
type logLine struct {
	ts                     int64
	level                  string
	host, event, connector string
	message                string
}

func (l *logLine) append(out []byte) []byte {
	return appendFields(out, field{"ts", &l.ts}, field{"level", &l.level}, field{"host?", &l.host}, field{"event?", &l.event},
		field{"connector?", &l.connector}, field{"message", &l.message})
}

func newJournal(w *world.World, dir string) journal {
	j := journal{path: home.Under(dir, "logs", "hook.log"), limit: levelInfo, now: w.Now}
	for i, n := range levelNames {
		if w.Getenv(LogVar) == n {
			j.limit = level(i)
		}
	}
	return j
}

func (j *journal) errorf(format string, args ...any) { j.add(levelError, format, args...) }
func (j *journal) warnf(format string, args ...any)  { j.add(levelWarn, format, args...) }
func (j *journal) infof(format string, args ...any)  { j.add(levelInfo, format, args...) }

func (j *journal) add(l level, format string, args ...any) {
	msg := clip(fmt.Sprintf(format, args...))
	if l <= levelWarn {
		j.said = append(j.said, msg)
	}
	if j.path == "" || l > j.limit {
		return
	}
	line := j.fields
	line.ts, line.level, line.message = j.now().UnixMilli(), levelNames[l], msg
	j.append(append(line.append(nil), '\n'))
}

// append rotates if the line would not fit and writes it in one piece, so that
// hooks that run at once do not mix their lines.
func (j *journal) append(line []byte) {
	if fi, err := os.Stat(j.path); err == nil && fi.Size()+int64(len(line)) > maxLog {
		_ = os.Rename(j.path, j.path+".1") // of two at once, the later wins: one old file
	}
	f, err := world.OpenFile(j.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if os.IsNotExist(err) {
		if os.MkdirAll(filepath.Dir(j.path), 0o700) == nil {
			f, err = world.OpenFile(j.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		}
	}
	if err != nil {
		return
	}
	_, _ = f.Write(line)
	_ = f.Close()
}

// clip keeps the beginning of a long text, without secrets: handlers print what
// they were given.
func clip(s string) string {
	s = redact.Text(strings.ToValidUTF8(s, "\uFFFD"))
	if len(s) <= maxLogText {
		return s
	}
	return strings.ToValidUTF8(s[:maxLogText], "") + " …"
}
