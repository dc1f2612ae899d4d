package meter

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"math"
	"strings"

	"agentconnector/pkg/tokens"
)

// What a picture or a recording costs depends on its size, by a formula of the
// model's maker. Its base64 is never counted as text. Such a count is heuristic:
// hosts may scale a picture first, and models differ within a family.

// headRoom is how much of a picture is decoded to find its size: in a photograph a
// preview may stand before.
const headRoom = 256 << 10

// picture is what an image costs a model of a family. One whose size cannot be
// told is taken for a screenshot of a thousand pixels each way.
func picture(family string, data []byte) int64 {
	w, h := size(data)
	if w <= 0 || h <= 0 {
		w, h = 1024, 1024
	}
	switch family {
	case tokens.Anthropic:
		return claude(w, h)
	case tokens.OpenAI:
		return openAI(w, h)
	}
	return gemini(w, h)
}

// claude is width times height by 750, of a picture that is scaled down to 1568
// pixels, and so far that it costs no more than some 1600 tokens.
// Source: docs.claude.com, build with Claude, vision.
func claude(w, h int) int64 {
	const edge, most = 1568.0, 1600.0
	scale := min(1, edge/float64(max(w, h)))
	return int64(math.Ceil(min(most, float64(w)*scale*float64(h)*scale/750)))
}

// openAI is 85 and 170 for each square of 512 pixels, of a picture that is scaled
// to fit 2048 pixels and then down to 768 on its shorter side.
// Source: platform.openai.com, guides, images and vision, calculating costs (the
// rule of GPT-4o and its like).
func openAI(w, h int) int64 {
	scale := min(1, 2048/float64(max(w, h)))
	scale *= min(1, 768/(float64(min(w, h))*scale))
	tiles := math.Ceil(float64(w)*scale/512) * math.Ceil(float64(h)*scale/512)
	return 85 + 170*int64(tiles)
}

// gemini is 258, for each square of 768 pixels of a picture of more than 384.
// Source: ai.google.dev, Gemini API, understand and count tokens.
func gemini(w, h int) int64 {
	if w <= 384 && h <= 384 {
		return 258
	}
	return 258 * int64((w+767)/768) * int64((h+767)/768)
}

// recording is what audio costs: with OpenAI a token is a tenth of a second, with
// Gemini a second is 32 tokens.
// Sources: platform.openai.com, realtime costs; ai.google.dev, Gemini API, count
// tokens. Claude takes none; it counts as with Gemini.
func recording(family string, data []byte) int64 {
	perSecond := 32.0
	if family == tokens.OpenAI {
		perSecond = 10
	}
	return int64(math.Ceil(seconds(data) * perSecond))
}

// seconds is how long a recording is: that of a WAV file by its header, others as
// if they were of 128 kbit a second.
func seconds(data []byte) float64 {
	head := decoded(data, 64)
	size := float64(base64.StdEncoding.DecodedLen(len(data)))
	if len(head) >= 44 && string(head[:4]) == "RIFF" && string(head[8:16]) == "WAVEfmt " {
		if rate := binary.LittleEndian.Uint32(head[28:]); rate > 0 {
			return max(0, size-44) / float64(rate)
		}
	}
	return size / (128000 / 8)
}

// size is that of a picture in pixels, 0 if its format is not known.
func size(data []byte) (w, h int) {
	head := decoded(data, headRoom)
	if c, _, err := image.DecodeConfig(bytes.NewReader(head)); err == nil {
		return c.Width, c.Height
	}
	return webp(head)
}

// webp reads the size from the first chunk of a WebP file.
// Source: developers.google.com, WebP container specification; RFC 6386 section 9.1.
func webp(b []byte) (w, h int) {
	if len(b) < 30 || string(b[:4]) != "RIFF" || string(b[8:12]) != "WEBP" {
		return 0, 0
	}
	switch string(b[12:16]) {
	case "VP8X":
		return 1 + int(b[24]) + int(b[25])<<8 + int(b[26])<<16, 1 + int(b[27]) + int(b[28])<<8 + int(b[29])<<16
	case "VP8L":
		n := binary.LittleEndian.Uint32(b[21:])
		return int(n&0x3fff) + 1, int(n>>14&0x3fff) + 1
	case "VP8 ":
		return int(binary.LittleEndian.Uint16(b[26:]) & 0x3fff), int(binary.LittleEndian.Uint16(b[28:]) & 0x3fff)
	}
	return 0, 0
}

// decoded are the first bytes of base64, as far as it is some.
func decoded(data []byte, most int) []byte {
	text := string(data[:min(len(data), base64.StdEncoding.EncodedLen(most))])
	text = strings.ReplaceAll(text, `\/`, "/")
	text = text[:len(text)/4*4]
	out := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, _ := base64.StdEncoding.Decode(out, []byte(text)) // up to where it is none
	return out[:n]
}
