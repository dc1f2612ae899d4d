package segment

import (
	"bytes"
	"encoding/binary"

	"github.com/klauspost/compress/zstd"
)

// The frames of a compressed segment stand for themselves. So one that is
// broken, by a disk or a copy cut short, loses itself only: reading goes on
// where the next begins. The format is that of RFC 8878.

// Limits of a compressed segment. Ours are a tenth of them at most.
const (
	maxPacked = 64 << 20 // bytes of the file
	maxFrame  = 64 << 20 // bytes of text in one frame
)

var magic = []byte{0x28, 0xB5, 0x2F, 0xFD}

// frames decodes a compressed segment frame by frame. Of text that is lost the
// size is told, if the frame says it. The text goes to out, which comes back for
// the next file.
func frames(dec *zstd.Decoder, b, out []byte, text func(piece []byte) error, lost func(size int64)) ([]byte, error) {
	for len(b) > 0 {
		n := frameLength(b)
		var err error
		if out, err = dec.DecodeAll(b[:n], out[:0]); err == nil {
			if err := text(out); err != nil {
				return out, err
			}
			b = b[n:]
			continue
		}
		var h zstd.Header
		if h.Decode(b) != nil || !h.HasFCS || h.FrameContentSize > maxFrame {
			h.FrameContentSize = 0
		}
		lost(int64(h.FrameContentSize))
		next := bytes.Index(b[1:], magic)
		if next < 0 {
			break
		}
		b = b[1+next:]
	}
	return out, nil
}

// frameLength is how much of b its first frame takes: all, if that does not
// come out.
func frameLength(b []byte) int {
	if len(b) >= 8 && binary.LittleEndian.Uint32(b)&^0xF == 0x184D2A50 { // to be passed over
		return int(min(8+int64(binary.LittleEndian.Uint32(b[4:])), int64(len(b))))
	}
	if len(b) < 6 || !bytes.HasPrefix(b, magic) {
		return len(b)
	}
	n := headerLength(b[4])
	for last := false; !last; {
		if len(b) < n+3 {
			return len(b)
		}
		head := int(b[n]) | int(b[n+1])<<8 | int(b[n+2])<<16
		last = head&1 == 1
		size := head >> 3
		if head>>1&3 == 1 { // one byte, repeated
			size = 1
		}
		n += 3 + size
	}
	if b[4]&4 != 0 { // a checksum
		n += 4
	}
	return min(n, len(b))
}

// headerLength is the length of a frame's header, by its descriptor.
func headerLength(d byte) int {
	n := len(magic) + 1 + [4]int{0, 1, 2, 4}[d&3] + [4]int{0, 2, 4, 8}[d>>6]
	if d&0x20 == 0 || d>>6 == 0 { // a byte for the window, or for a small size
		n++
	}
	return n
}
