package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// TalkWant is what a conversation must have been.
type TalkWant struct {
	// Results has a part of what the model is told of each call, in order.
	Results []string
	// Denied has a part of each denial, in order. None: all was let through.
	Denied []string
	// Hooks are the events on which the host must have run a hook.
	Hooks []string
	// Hears are texts that the model must be told beside the results, Once those
	// that it must be told a single time: no file is read twice.
	Hears, Once []string
	// Says is a part of what the host prints for its user.
	Says string
	// Like is the same conversation without hooks: then the model may not be
	// told anything else.
	Like *Talk
}

// TalkFaults compares a conversation with what it must have been. Nothing
// found is the only good answer.
func TalkFaults(h Talker, t Talk, w TalkWant) []string {
	faults := slices.Concat(t.Complaints, modelFaults(t), resultFaults(h, t, w), deniedFaults(t, w), hookRunFaults(t, w))
	if t.Code != 0 {
		faults = append(faults, fmt.Sprintf("it ended with status %d: %s", t.Code, t.Stderr))
	}
	if !strings.Contains(t.Stdout, w.Says) {
		faults = append(faults, fmt.Sprintf("the user was not told %q", w.Says))
	}
	told := t.Heard().Everything()
	for _, s := range w.Hears {
		if !strings.Contains(told, s) {
			faults = append(faults, fmt.Sprintf("the model was not told %q", s))
		}
	}
	for _, s := range w.Once {
		if n := strings.Count(told, s); n != 1 {
			faults = append(faults, fmt.Sprintf("the model was told %q %d times", s, n))
		}
	}
	if w.Like != nil {
		faults = append(faults, differences(told, w.Like.Heard().Everything())...)
	}
	return faults
}

// modelFaults finds what the model's side did not expect.
func modelFaults(t Talk) []string {
	var faults []string
	if len(t.Requests) == 0 {
		faults = append(faults, "it asked the model nothing")
	}
	for _, r := range t.Requests {
		switch {
		case r.Fault != "":
			faults = append(faults, fmt.Sprintf("%s %s: %s", r.Method, r.Path, r.Fault))
		case r.Dialect == "":
			faults = append(faults, fmt.Sprintf("it asked for %s %s, which the model does not know", r.Method, r.Path))
		case r.Beyond:
			faults = append(faults, "it asked for more turns than the script has")
		}
	}
	return faults
}

func resultFaults(h Talker, t Talk, w TalkWant) []string {
	all := t.Exchanges()
	if len(all) != len(w.Results) {
		return []string{fmt.Sprintf("the model has made %d calls, expected %d", len(all), len(w.Results))}
	}
	var faults []string
	for i, e := range all {
		switch {
		case !e.Answered:
			faults = append(faults, fmt.Sprintf("call %d (%s): the model was told nothing of it", i+1, e.Name))
		case !strings.Contains(h.Output(e.Told), w.Results[i]):
			faults = append(faults, fmt.Sprintf("call %d (%s): the model was told %q, without %q", i+1, e.Name, e.Told, w.Results[i]))
		}
	}
	return faults
}

func deniedFaults(t Talk, w TalkWant) []string {
	if len(t.Denied) != len(w.Denied) {
		return []string{fmt.Sprintf("%d calls were denied, expected %d: %q", len(t.Denied), len(w.Denied), t.Denied)}
	}
	var faults []string
	for i, d := range t.Denied {
		if !strings.Contains(d, w.Denied[i]) {
			faults = append(faults, fmt.Sprintf("denied with %q, without %q", d, w.Denied[i]))
		}
	}
	return faults
}

func hookRunFaults(t Talk, w TalkWant) []string {
	var faults []string
	for _, event := range w.Hooks {
		if !slices.ContainsFunc(t.Hooks, func(r HookRun) bool { return r.Event == event }) {
			faults = append(faults, "no hook ran on "+event)
		}
	}
	return faults
}

// passing is what differs between two runs of the same conversation: ids and
// times of the hosts.
var passing = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}|Wall time: [0-9.]+|Chunk ID: \w+`)

// differences are lines that the model was told in one conversation only. The
// order is left out: a server that starts later is announced later.
func differences(a, b string) []string {
	var faults []string
	lines := func(s string) []string { return strings.Split(passing.ReplaceAllString(s, "…"), "\n") }
	one, other := lines(a), lines(b)
	for _, l := range one {
		if !slices.Contains(other, l) {
			faults = append(faults, fmt.Sprintf("without hooks the model would not be told %q", l))
		}
	}
	for _, l := range other {
		if !slices.Contains(one, l) {
			faults = append(faults, fmt.Sprintf("without hooks the model would also be told %q", l))
		}
	}
	return faults
}
