package tokens

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"agentconnector/pkg/wire"
)

// Calibration is what a provider counts beside what we count, for the model family
// whose vocabulary is not known. The zero calibration changes nothing.
type Calibration struct {
	Model   string `json:"model,omitempty"`   // that counted
	Samples int64  `json:"samples,omitempty"` // texts
	Ours    int64  `json:"ours,omitempty"`    // tokens of all, by us
	Theirs  int64  `json:"theirs,omitempty"`  // the same, by the provider

	Asked []int64 `json:"asked,omitempty"` // when, within the last minute; milliseconds
}

// What a factor may be. Beyond, something else than tokens was counted.
const (
	MinFactor = 0.2
	MaxFactor = 5
)

// Factor is theirs over ours, 0 if nothing is known.
func (c Calibration) Factor() float64 {
	if c.Samples <= 0 || c.Ours <= 0 {
		return 0
	}
	return min(max(float64(c.Theirs)/float64(c.Ours), MinFactor), MaxFactor)
}

// Apply corrects a count by the tokenizer of a text for Claude's family. One that
// is rougher stays as it is.
func (c Calibration) Apply(family string, n int, label string) (int, string) {
	f := c.Factor()
	if f == 0 || family != Anthropic || label != wire.Approx {
		return n, label
	}
	return int(math.Round(float64(n) * f)), wire.Calibrated
}

// ReadCalibration reads a calibration. No file is none.
func ReadCalibration(file string) (c Calibration, err error) {
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil {
		return Calibration{}, fmt.Errorf("%s: %w; remove it to begin anew", file, err)
	}
	return c, nil
}
