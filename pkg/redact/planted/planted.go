// Package planted is secrets to be planted where a test wants to see none again. It
// is for tests only.
package planted

import (
	"math/rand/v2"
	"strings"
)

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
	hex    = digits + "abcdef"
	word   = lower + upper + digits
	base64 = word + "+/"
	url64  = word + "-_"
)

// Kind is a way in which a secret stands in a text: $ is where it goes, of so many
// characters of an alphabet.
type Kind struct {
	Text, alphabet string
	n              int
}

// Kinds are those of commands, settings and messages.
var Kinds = []Kind{
	{"export API_KEY=$ && make", url64, 24}, {"PASSWORD='$' ./run.sh", word + "!@#", 14}, {`{"password":"$","user":"me"}`, word + "!#,;", 12},
	{`curl -d "{\"password\":\"$\"}" https://example.com`, word, 12}, {"password: $\nuser: me", word + ";", 12}, {"apiKey: '$'", word, 20}, {"passwd=$", word, 10},
	{"deploy --token $ --verbose", word, 30}, {"deploy --api-key=$", word, 30}, {"deploy --password \"$\"", word + " ", 16}, {"curl -u admin:$ https://example.com", word, 12},
	{"curl --user 'admin:$' https://example.com", word, 12}, {"curl -H 'Authorization: Basic $' https://x", base64, 32}, {`curl -H "Authorization: Bearer $" https://x`, url64 + ".", 40},
	{"Authorization: token $", word, 40}, {"Bearer $", url64 + "./", 40}, {"Cookie: session=$; theme=dark", word, 30}, {"curl -H 'X-Api-Key: $' https://x", word, 32},
	{"aws_secret_access_key = $", base64, 40}, {"AWS_SECRET_ACCESS_KEY=$ aws s3 ls", base64, 40}, {"postgres://app:$@db.example.com/app", word + "-_.", 16}, {"mongodb+srv://app:$@db.example.com", word, 16},
	{"git clone https://$@github.com/acme/x.git", word, 40}, {"https://example.com/?access_token=$&x=1", url64, 30}, {"https://a.blob.core.windows.net/c?sv=2022&sig=$", word + "%", 40},
	{"mysql -uroot -p$ app", word, 12}, {"sshpass -p $ ssh host", word, 12}, {"redis-cli -h db -a $ ping", word, 20}, {"docker login -u me -p $ registry.example.com", word, 20},
	{"AccountName=a;AccountKey=$;EndpointSuffix=core.windows.net", base64, 86}, {"npm config set //registry.example.com/:_authToken=$", word, 36}, {"client_secret=$", word, 24},
	{"NEW_RELIC_LICENSE_KEY=$", hex, 40}, {"set DB_PWD=$", word, 12}, {"the passphrase is here: passphrase=$", word, 20}, {"$env:TOKEN = '$'", word, 20}, {"- name: PGPASSWORD\n  PGPASSWORD: $", word, 14},
	{"sk-ant-api03-$", url64, 80}, {"sk-proj-$", url64, 40}, {"ghp_$", word, 36}, {"github_pat_$", word + "_", 60}, {"glpat-$", url64, 20}, {"xoxb-123-$", word, 24}, {"AKIA$", upper + digits, 16},
	{"AIzaSy$", url64, 33}, {"eyJ$.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", url64, 40}, {"npm_$", word, 36}, {"pypi-$", url64, 80}, {"hf_$", word, 34}, {"sk_live_$", word, 24}, {"SG.$", url64 + ".", 66},
	{"dop_v1_$", hex, 64}, {"NRAK-$", upper + digits, 27}, {"NRII-$", url64, 32}, {"hvs.$", url64, 90}, {"whsec_$", word, 32}, {"shpat_$", hex, 32}, {"dckr_pat_$", url64, 27}, {"glsa_$", word + "_", 40},
	{"-----BEGIN RSA PRIVATE KEY-----\n$\n-----END RSA PRIVATE KEY-----", base64 + "\n", 400}, {"-----BEGIN OPENSSH PRIVATE KEY-----\n$", base64, 200}, {"AGE-SECRET-KEY-1$", upper + digits, 58},
	{"123456789:$", url64, 35}, {"GOCSPX-$", url64, 28}, {"ya29.$", url64, 60},
}

// Secret is one of a kind.
func (k Kind) Secret(r *rand.Rand) string {
	alphabet, n := k.alphabet, k.n
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	// What no alphabet alone makes sure of: some digit, some letter.
	s := []byte(strings.TrimSpace(string(b)))
	if len(s) < n {
		s = append(s, "x7x7x7"[:n-len(s)]...)
	}
	if strings.Contains(alphabet, "7") {
		s[n/2] = '7'
	}
	return string(s)
}

// In is the kind's text with a secret in it.
func (k Kind) In(secret string) string {
	i := strings.LastIndex(k.Text, "$")
	return k.Text[:i] + secret + k.Text[i+1:]
}
