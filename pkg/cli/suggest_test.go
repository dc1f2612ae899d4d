package cli

import (
	"errors"
	"strings"
	"testing"
)

func TestOneOfIsAUsageError(t *testing.T) {
	if err := OneOf("host", []string{"codex"}, []string{"codex"}); err != nil {
		t.Error(err)
	}
	err := OneOf("host", []string{"codex", "cursr"}, []string{"codex", "cursor"})
	var usage *UsageError
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), "did you mean cursor?") {
		t.Errorf("%v", err)
	}
}
