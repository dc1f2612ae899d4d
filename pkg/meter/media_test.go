package meter

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"agentconnector/pkg/tokens"
)

// file is a picture of a size in a format, as it stands in a message.
func file(t *testing.T, format string, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch format {
	case "png":
		err = png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h)))
	case "jpeg":
		err = jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, w, h)), nil)
	case "gif":
		err = gif.Encode(&b, image.NewGray(image.Rect(0, 0, w, h)), nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return encode(b.Bytes())
}

func encode(b []byte) []byte { return base64.StdEncoding.AppendEncode(nil, b) }

func TestPicturesCountBySize(t *testing.T) {
	for _, c := range []struct {
		w, h                      int
		claude, openAI, geminiish int64
	}{
		{200, 200, 54, 255, 258},
		{1000, 1000, 1334, 765, 1032},
		{1092, 1092, 1590, 765, 1032},
		{2048, 4096, 1600, 1105, 4644},
		{1, 1, 1, 255, 258},
	} {
		data := file(t, "png", c.w, c.h)
		for family, want := range map[string]int64{tokens.Anthropic: c.claude, tokens.OpenAI: c.openAI, tokens.Generic: c.geminiish} {
			if got := picture(family, data); got != want {
				t.Errorf("%dx%d, %s: %d, want %d", c.w, c.h, family, got, want)
			}
		}
	}
}

func TestTheSizeOfEachFormat(t *testing.T) {
	riff := func(kind string, body ...byte) []byte {
		return encode(append([]byte("RIFF\x00\x00\x00\x00WEBP"+kind+"\x00\x00\x00\x00"), append(body, make([]byte, 20)...)...))
	}
	for name, c := range map[string]struct {
		data []byte
		w, h int
	}{
		"png":           {file(t, "png", 321, 123), 321, 123},
		"jpeg":          {file(t, "jpeg", 321, 123), 321, 123},
		"gif":           {file(t, "gif", 321, 123), 321, 123},
		"webp":          {riff("VP8 ", 0, 0, 0, 0x9d, 0x01, 0x2a, 0x41, 0x01, 0x7b, 0x00), 321, 123},
		"webp lossless": {riff("VP8L", 0x2f, 0x40, 0x81, 0x1e, 0x00), 321, 123},
		"webp extended": {riff("VP8X", 0, 0, 0, 0, 0x40, 0x01, 0x00, 0x7a, 0x00, 0x00), 321, 123},
		"slashes":       {bytes.ReplaceAll(file(t, "png", 321, 123), []byte("/"), []byte(`\/`)), 321, 123},
		"no base64":     {[]byte("§§§§"), 0, 0},
		"nothing":       {nil, 0, 0},
		"cut":           {file(t, "png", 321, 123)[:13], 0, 0},
	} {
		if w, h := size(c.data); w != c.w || h != c.h {
			t.Errorf("%s: %dx%d", name, w, h)
		}
	}
}

func TestRecordingsCountByTime(t *testing.T) {
	wav := make([]byte, 44+10*32000)
	copy(wav, "RIFF\x00\x00\x00\x00WAVEfmt ")
	binary.LittleEndian.PutUint32(wav[28:], 32000)
	mp3 := make([]byte, 10*16000)
	for name, data := range map[string][]byte{"wav": encode(wav), "another": encode(mp3)} {
		for family, want := range map[string]int64{tokens.OpenAI: 100, tokens.Generic: 320} {
			if got := recording(family, data); got < want || got > want+1 {
				t.Errorf("%s, %s: %d, want %d", name, family, got, want)
			}
		}
	}
}
