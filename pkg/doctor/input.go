package doctor

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"agentconnector/pkg/wire"
)

// maxLine bounds a line of the input: a host line is a few kilobytes.
const maxLine = 1 << 20

// ReadHosts reads what ac-detect printed. Lines that are no hosts are passed
// over.
func ReadHosts(r io.Reader) (hosts []wire.Host, err error) {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 64<<10), maxLine)
	for n := 1; sc.Scan(); n++ {
		line := bytes.TrimSpace(sc.Bytes())
		if len(line) == 0 {
			continue
		}
		var h wire.Host
		if err := json.Unmarshal(line, &h); err != nil {
			return nil, fmt.Errorf("line %d: %w\nhint: the input is what ac-detect --all --json prints", n, err)
		}
		if wire.Check(h.Schema, wire.SchemaHost) == nil {
			hosts = append(hosts, h)
		}
	}
	if err := sc.Err(); err != nil {
		return nil, err
	}
	if len(hosts) == 0 {
		return nil, errors.New("no hosts: the input has no ac.host/v1 line\nhint: ac-detect --all --json | ac-apply --doctor, or ac doctor")
	}
	return hosts, nil
}
