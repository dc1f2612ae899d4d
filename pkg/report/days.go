package report

import (
	"fmt"
	"time"
)

// days names the day of a time. Records come in the order of time, nearly: the
// day of the last one is remembered for as long as it is surely the same.
type days struct {
	zone        *time.Location
	first, last int64 // the first millisecond, and the first behind
	name        string
}

func (d *days) of(ms int64) string {
	if ms < d.first || ms >= d.last {
		t := time.UnixMilli(ms).In(d.zone)
		d.name = t.Format("2006-01-02")
		// While clocks are not changed a day has 24 hours; where they are, what is
		// remembered ends: a day may come back, or have no midnight.
		_, east := t.Zone()
		clock := ms + int64(east)*1000
		const day = 24 * 60 * 60 * 1000
		d.first = ms - (clock%day+day)%day
		d.last = d.first + day
		start, end := t.ZoneBounds()
		if !start.IsZero() {
			d.first = max(d.first, start.UnixMilli())
		}
		if !end.IsZero() {
			d.last = min(d.last, end.UnixMilli())
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
