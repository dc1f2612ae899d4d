package calibrate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agentconnector/pkg/flock"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/tokens"
)

const (
	perMinute = 10       // requests, of all runs together
	maxText   = 64 << 10 // bytes of a text that are sent; the rest is taken to be like it
	minTokens = 50       // of a text, by our count: a shorter one says little
	lockWait  = 5 * time.Second
)

// ErrBudget is that no more may be asked for now.
var ErrBudget = fmt.Errorf("%d requests a minute is the limit", perMinute)

// Sample is one text that was counted twice.
type Sample struct {
	File   string  `json:"file"`
	Ours   int64   `json:"ours"`
	Theirs int64   `json:"theirs"` // without what any message has
	Factor float64 `json:"factor"`
}

// Calibrator asks, and keeps what comes of it in a file.
type Calibrator struct {
	*Provider
	File string
	Now  func() time.Time

	frame int64 // tokens that any message has; known after the first
	asked bool
}

// Sample counts a text here and there, and adds it to the calibration.
func (c *Calibrator) Sample(ctx context.Context, name, text string) (s Sample, err error) {
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "")
	}
	enc, err := tokens.Get(tokens.Default)
	if err != nil {
		return s, err
	}
	s = Sample{File: name, Ours: int64(enc.Count(text))}
	if s.Ours < minTokens {
		return s, fmt.Errorf("%d tokens, expected %d or more: a short text says little", s.Ours, minTokens)
	}
	if !c.asked { // a letter is taken to be one token in any vocabulary
		n, err := c.count(ctx, "a")
		if err != nil {
			return s, err
		}
		c.frame, c.asked = max(n-1, 0), true
	}
	if s.Theirs, err = c.count(ctx, text); err != nil {
		return s, err
	}
	s.Theirs -= c.frame
	s.Factor = float64(s.Theirs) / float64(s.Ours)
	if s.Factor < tokens.MinFactor || s.Factor > tokens.MaxFactor {
		return s, fmt.Errorf("%d tokens here and %d there: expected a factor from %.1f to %d", s.Ours, s.Theirs, tokens.MinFactor, tokens.MaxFactor)
	}
	return s, c.change(func(k *tokens.Calibration) error {
		if k.Model != c.Model {
			*k = tokens.Calibration{Model: c.Model, Asked: k.Asked}
		}
		k.Samples++
		k.Ours += s.Ours
		k.Theirs += s.Theirs
		return nil
	})
}

// count asks, if that is allowed now. The request is on record before it is made.
func (c *Calibrator) count(ctx context.Context, text string) (int64, error) {
	err := c.change(func(k *tokens.Calibration) error {
		now := c.Now().UnixMilli()
		recent := k.Asked[:0]
		for _, at := range k.Asked {
			if at > now-time.Minute.Milliseconds() && at <= now {
				recent = append(recent, at)
			}
		}
		if len(recent) >= perMinute {
			return ErrBudget
		}
		k.Asked = append(recent, now)
		return nil
	})
	if err != nil {
		return 0, err
	}
	return c.Count(ctx, text)
}

// change changes the calibration in its file, alone.
func (c *Calibrator) change(how func(*tokens.Calibration) error) error {
	if err := os.MkdirAll(filepath.Dir(c.File), 0o700); err != nil {
		return err
	}
	l, err := logstore.LockFile(c.File+".lock", true, lockWait)
	if err != nil && !errors.Is(err, flock.ErrNoLocks) {
		return err
	}
	defer l.Unlock()
	k, err := tokens.ReadCalibration(c.File)
	if err != nil {
		return err
	}
	if err := how(&k); err != nil {
		return err
	}
	b, err := json.Marshal(k)
	if err != nil {
		return err
	}
	temp := c.File + ".tmp" // ours alone, by the lock
	if err := os.WriteFile(temp, append(b, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(temp, c.File)
}
