package git

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"path/filepath"
)

// tracked says whether a path is in the index. One that cannot be read holds
// nothing: then what is ignored decides.
func tracked(dir, rel string, hash int) bool {
	b, err := readUpTo(filepath.Join(dir, "index"), maxIndex)
	if err != nil {
		return false
	}
	found, rest := lookUp(b, rel, hash)
	if found {
		return true
	}
	shared := sharedName(rest, hash)
	if shared == "" {
		return false
	}
	b, err = readUpTo(filepath.Join(dir, "sharedindex."+shared), maxIndex)
	if err != nil {
		return false
	}
	found, _ = lookUp(b, rel, hash)
	return found
}

// lookUp goes through the entries of an index; rest is what follows them. The
// format is gitformat-index(5).
func lookUp(b []byte, rel string, hash int) (found bool, rest []byte) {
	if len(b) < 12 || string(b[:4]) != "DIRC" {
		return false, nil
	}
	version, n := binary.BigEndian.Uint32(b[4:]), binary.BigEndian.Uint32(b[8:])
	if version < 2 || version > 4 {
		return false, nil
	}
	b = b[12:]
	var name []byte
	for range n {
		head := 40 + hash + 2 // times, mode, owner, size; object; flags
		if len(b) < head {
			return false, nil
		}
		if binary.BigEndian.Uint16(b[head-2:])&0x4000 != 0 && version > 2 {
			head += 2
		}
		keep, used := 0, head
		if version == 4 { // each name says how much of the one before goes
			strip, w := offset(b[min(head, len(b)):])
			if w == 0 || strip > len(name) {
				return false, nil
			}
			keep, used = len(name)-strip, head+w
		}
		end := bytes.IndexByte(b[min(used, len(b)):], 0)
		if end < 0 {
			return false, nil
		}
		name = append(name[:keep:keep], b[used:used+end]...)
		if string(name) == rel {
			return true, nil
		}
		used += end + 1
		if version < 4 { // padded to a multiple of eight
			used = (head + end + 8) &^ 7
		}
		b = b[min(used, len(b)):]
	}
	return false, b
}

// offset is a number in the encoding of a pack's offsets, and its length.
func offset(b []byte) (v, n int) {
	for n < len(b) && n < 4 {
		c := b[n]
		n++
		if v |= int(c & 0x7f); c&0x80 == 0 {
			return v, n
		}
		v = (v + 1) << 7
	}
	return 0, 0
}

// sharedName is the name of the index that this one is split from.
func sharedName(b []byte, hash int) string {
	for len(b) >= 8+hash {
		size := int(binary.BigEndian.Uint32(b[4:]))
		if string(b[:4]) == "link" && size >= hash {
			return hex.EncodeToString(b[8 : 8+hash])
		}
		if size < 0 || size > len(b)-8 {
			return ""
		}
		b = b[8+size:]
	}
	return ""
}
