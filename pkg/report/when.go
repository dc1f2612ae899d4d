package report

import (
	"fmt"
	"strconv"
	"time"
)

// units of a span of time, longest last; time.ParseDuration knows no days.
var units = []struct {
	letter byte
	span   time.Duration
}{{'s', time.Second}, {'m', time.Minute}, {'h', time.Hour}, {'d', 24 * time.Hour}, {'w', 7 * 24 * time.Hour}}

const maxSpan = 100 * 365 * 24 * time.Hour

// When reads a point in time: so long before now (90s, 30m, 12h, 7d, 2w), a
// day (2026-11-30, where it begins in now's zone) or an RFC 3339 time. Empty
// is the zero time.
func When(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if t, err := time.ParseInLocation("2006-01-02", s, now.Location()); err == nil {
		if t.Format("2006-01-02") < s { // no midnight: the day begins where the clocks are put forward
			_, t = t.ZoneBounds()
		}
		return t, nil
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, nil
	}
	for _, u := range units {
		if s[len(s)-1] != u.letter {
			continue
		}
		n, err := strconv.ParseUint(s[:len(s)-1], 10, 31)
		if err == nil && time.Duration(n) <= maxSpan/u.span {
			return now.Add(-time.Duration(n) * u.span), nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no time: expected a span such as 30m, 12h, 7d or 2w, a day such as 2026-11-30, or an RFC 3339 time", s)
}
