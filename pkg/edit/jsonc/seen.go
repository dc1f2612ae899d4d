package jsonc

// seen is the last scan of the root object. One run asks for the same key again
// and again (is it there, set this, set that, what is there now), and in a large
// file each scan of the root costs as much as reading the file.
type seen struct {
	key string
	body
}

// holds says whether it is the scan for a key.
func (s *seen) holds(key string) bool { return s.close > 0 && s.key == key }

// putInside makes b the text of the document, which differs from the one before
// only in the bytes that were from:to. If they lay inside the value that the
// last scan found, that scan still holds, but for what has moved.
func (d *doc) putInside(b []byte, from, to int) error {
	s, by := d.seen, len(b)-len(d.b)
	if err := d.put(b); err != nil {
		return err
	}
	if s.close > 0 && s.index >= 0 && s.hit.val < from && to < s.hit.end {
		s.grow(by)
		d.seen = s
	}
	return nil
}

// grow makes the value of the marked entry longer, or shorter.
func (c *body) grow(by int) {
	at := c.hit.val
	c.hit.grow(at, by)
	c.first.grow(at, by)
	c.last.grow(at, by)
	c.close += by
}

// grow moves what lies behind an offset. The entry before the marked one is
// not touched: its comma lies before it.
func (e *entry) grow(at, by int) {
	for _, p := range []*int{&e.key, &e.keyEnd, &e.val, &e.end, &e.comma} {
		if *p > at {
			*p += by
		}
	}
}
