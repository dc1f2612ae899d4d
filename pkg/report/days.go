package report

import (
	"fmt"
	"time"
)

// days names the day of a time. Records come in the order of time, nearly: the
// day of the last one is remembered from its first moment to its last, which is
// 23, 24 or 25 hours on.
type days struct {
	zone        *time.Location
	first, last int64 // the first millisecond, and the first of the day after
	name        string
}

func (d *days) of(ms int64) string {
	if ms < d.first || ms >= d.last {
		t := time.UnixMilli(ms).In(d.zone)
		y, m, day := t.Date()
		d.first = time.Date(y, m, day, 0, 0, 0, 0, d.zone).UnixMilli()
		d.last = time.Date(y, m, day+1, 0, 0, 0, 0, d.zone).UnixMilli()
		d.name = t.Format("2006-01-02")
		if ms < d.first || ms >= d.last { // a day without a midnight
			d.first, d.last = ms, ms+1
		}
	}
	return d.name
}

// Zone is a time zone as a report names it: Europe/Berlin; of a machine that
// does not say its name, how far it is from UTC now.
func Zone(now time.Time) string {
	if name := now.Location().String(); name != "Local" {
		return name
	}
	return fmt.Sprintf("local time, UTC%s", now.Format("-07:00"))
}
