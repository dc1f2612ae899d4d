// Winedll writes the one system library of Windows that a Go program cannot
// start without and that Wine before version 9 lacks: bcryptprimitives.dll.
//
// Synopsis:
//
//	go run ./winedll FILE
//
// Of that library Go calls only ProcessPrng(buffer, length), which Wine has
// under another name. So the library needs no code: its one export is a
// forwarder to advapi32, which the loader follows. It is written byte by byte
// because that takes less than installing a compiler for Windows.
package main

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"fmt"
	"os"
)

// Where things lie: the headers in the first page, the export table in the
// second, which the file holds directly after the headers.
const (
	page    = 0x1000
	block   = 0x200 // alignment inside the file
	newHead = 0x40  // of the PE header, behind the DOS header
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: winedll FILE")
		os.Exit(2)
	}
	if err := os.WriteFile(os.Args[1], library(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "winedll:", err)
		os.Exit(1)
	}
}

// library is the whole file.
func library() []byte {
	table := exports(page)
	var b bytes.Buffer
	put := func(v any) { binary.Write(&b, binary.LittleEndian, v) }
	b.WriteString("MZ")
	b.Write(make([]byte, newHead-6))
	put(uint32(newHead))
	b.WriteString("PE\x00\x00")
	put(pe.FileHeader{Machine: pe.IMAGE_FILE_MACHINE_AMD64, NumberOfSections: 1,
		SizeOfOptionalHeader: uint16(binary.Size(pe.OptionalHeader64{})),
		Characteristics:      pe.IMAGE_FILE_EXECUTABLE_IMAGE | pe.IMAGE_FILE_LARGE_ADDRESS_AWARE | pe.IMAGE_FILE_DLL})
	put(optional(len(table)))
	put(pe.SectionHeader32{Name: [8]uint8{'.', 'e', 'd', 'a', 't', 'a'}, VirtualSize: uint32(len(table)), VirtualAddress: page,
		SizeOfRawData: block, PointerToRawData: block,
		Characteristics: pe.IMAGE_SCN_CNT_INITIALIZED_DATA | pe.IMAGE_SCN_MEM_READ})
	b.Write(make([]byte, block-b.Len()))
	b.Write(table)
	b.Write(make([]byte, 2*block-b.Len()))
	return b.Bytes()
}

func optional(exports int) pe.OptionalHeader64 {
	h := pe.OptionalHeader64{Magic: 0x20b, SizeOfInitializedData: block, ImageBase: 0x180000000,
		SectionAlignment: page, FileAlignment: block, MajorOperatingSystemVersion: 6, MajorSubsystemVersion: 6,
		SizeOfImage: 2 * page, SizeOfHeaders: block, Subsystem: pe.IMAGE_SUBSYSTEM_WINDOWS_CUI,
		SizeOfStackReserve: 1 << 20, SizeOfStackCommit: page, SizeOfHeapReserve: 1 << 20, SizeOfHeapCommit: page,
		NumberOfRvaAndSizes: 16}
	h.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT] = pe.DataDirectory{VirtualAddress: page, Size: uint32(exports)}
	return h
}

// exports is the export table at an address: its directory, the three tables
// of one entry each, and the texts that they point to. An address inside the
// table itself is what makes an export a forwarder.
func exports(at uint32) []byte {
	const fixed = 40 + 4 + 4 + 2 // directory, functions, names, ordinals
	texts := [][]byte{[]byte("bcryptprimitives.dll\x00"), []byte("ProcessPrng\x00"), []byte("advapi32.SystemFunction036\x00")}
	var addr []uint32
	next := at + fixed
	for _, t := range texts {
		addr = append(addr, next)
		next += uint32(len(t))
	}
	var b bytes.Buffer
	put := func(v any) { binary.Write(&b, binary.LittleEndian, v) }
	put([]uint32{0, 0, 0, addr[0], 1, 1, 1, at + 40, at + 44, at + 48})
	put(addr[2])
	put(addr[1])
	put(uint16(0))
	b.Write(bytes.Join(texts, nil))
	return b.Bytes()
}
