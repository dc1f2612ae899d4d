// The generator writes the tables of package tokens into a folder: one file
// per vocabulary and one with the classes of the characters. The vocabularies
// come out of tiktoken-go/tokenizer; that they are the published ones is
// checked by digest. The same input gives the same bytes.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	dir := "data"
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	for _, v := range vocabularies {
		words, err := v.words()
		if err != nil {
			log.Fatalf("%s: %v", v.name, err)
		}
		data, err := table(words)
		if err != nil {
			log.Fatalf("%s: %v", v.name, err)
		}
		write(dir, v.name+".bin", data)
	}
	data, err := classes()
	if err != nil {
		log.Fatal(err)
	}
	write(dir, "classes.bin", data)
}

func write(dir, name string, data []byte) {
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %d bytes\n", path, len(data))
}
