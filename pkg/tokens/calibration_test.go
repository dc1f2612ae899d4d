package tokens

import (
	"os"
	"path/filepath"
	"testing"

	"agentconnector/pkg/wire"
)

func TestCalibrationCorrectsCountsOfClaudeAlone(t *testing.T) {
	c := Calibration{Model: "m", Samples: 2, Ours: 1000, Theirs: 1300}
	for _, x := range []struct {
		c      Calibration
		family string
		n      int
		label  string
		want   int
		says   string
	}{
		{c, Anthropic, 10, wire.Approx, 13, wire.Calibrated},
		{c, Anthropic, 0, wire.Approx, 0, wire.Calibrated},
		{c, Anthropic, 10, wire.Heuristic, 10, wire.Heuristic},
		{c, OpenAI, 10, wire.Exact, 10, wire.Exact},
		{c, Generic, 10, wire.Approx, 10, wire.Approx},
		{Calibration{}, Anthropic, 10, wire.Approx, 10, wire.Approx},
		{Calibration{Samples: 1, Ours: 1, Theirs: 1000}, Anthropic, 10, wire.Approx, 50, wire.Calibrated},
		{Calibration{Samples: 1, Ours: 0, Theirs: 1000}, Anthropic, 10, wire.Approx, 10, wire.Approx},
	} {
		if n, says := x.c.Apply(x.family, x.n, x.label); n != x.want || says != x.says {
			t.Errorf("%+v: %d %s", x, n, says)
		}
	}
}

func TestACalibrationThatCannotBeRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "calibration.json")
	if c, err := ReadCalibration(file); err != nil || c.Factor() != 0 {
		t.Error(c, err)
	}
	for _, text := range []string{"", "{", "[]", `{"ours":"x"}`} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := ReadCalibration(file); err == nil || c.Factor() != 0 {
			t.Errorf("%q: %+v %v", text, c, err)
		}
	}
}
