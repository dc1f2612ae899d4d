package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"hash"

	"github.com/tiktoken-go/tokenizer"
)

// vocabulary is one that OpenAI publishes, without its special tokens: what
// spells one is ordinary text to us.
type vocabulary struct {
	name   string
	size   int
	sha256 string // of the published .tiktoken file, as tiktoken/openai_public.py states it
}

var vocabularies = []vocabulary{
	{"o200k_base", 199998, "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"},
	{"cl100k_base", 100256, "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"},
}

// words are the byte strings of the tokens, by id, which is the rank, too.
func (v vocabulary) words() ([]string, error) {
	codec, err := tokenizer.Get(tokenizer.Encoding(v.name))
	if err != nil {
		return nil, err
	}
	words := make([]string, v.size)
	for id := range words {
		if words[id], err = codec.Decode([]uint{uint(id)}); err != nil {
			return nil, err
		}
	}
	for id, w := range words[:256] {
		if len(w) != 1 {
			return nil, fmt.Errorf("token %d is %q: expected the first 256 to be single bytes", id, w)
		}
	}
	sum := sha256.New()
	published(sum, words)
	if got := fmt.Sprintf("%x", sum.Sum(nil)); got != v.sha256 {
		return nil, fmt.Errorf("the vocabulary has the digest %s, the published one has %s", got, v.sha256)
	}
	return words, nil
}

// published writes the words as the .tiktoken file has them: base64, rank.
func published(w hash.Hash, words []string) {
	for id, word := range words {
		fmt.Fprintf(w, "%s %d\n", base64.StdEncoding.EncodeToString([]byte(word)), id)
	}
}
