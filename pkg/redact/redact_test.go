package redact

import (
	"math/rand/v2"
	"strings"
	"testing"
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

// kinds are ways in which secrets stand in commands, settings and messages: $ is
// where one goes, of so many characters of an alphabet.
var kinds = []struct {
	text, alphabet string
	n              int
}{
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

func secretOf(r *rand.Rand, alphabet string, n int) string {
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

// No planted secret of any kind survives, wherever it stands in a longer text.
func TestNoPlantedSecretSurvives(t *testing.T) {
	if len(kinds) < 40 {
		t.Fatalf("%d kinds", len(kinds))
	}
	r := rand.New(rand.NewPCG(1, 2))
	around := []string{"", "cd src && ", "echo start; ", "(", "run: ", "\n", "héllo ", "a=1 "}
	for _, k := range kinds {
		for range 200 {
			s := secretOf(r, k.alphabet, k.n)
			i := strings.LastIndex(k.text, "$")
			text := around[r.IntN(len(around))] + k.text[:i] + s + k.text[i+1:]
			got := Text(text)
			for n := 6; n <= len(s); n++ { // no part of it that would tell something
				if strings.Contains(got, s[len(s)-n:]) && n > len(s)/2 {
					t.Fatalf("%q survives in %q", s, got)
				}
			}
			if !strings.Contains(got, Mark) {
				t.Fatalf("%q is left as it is", text)
			}
			if again := Text(got); again != got {
				t.Fatalf("twice is not once: %q, %q", got, again)
			}
		}
	}
}

// What is around a secret stays, so that a command can still be read.
func TestWhatStays(t *testing.T) {
	for in, want := range map[string]string{
		"TOKEN=abc123def rm -rf x":                                                "TOKEN=[REDACTED] rm -rf x",
		"TOKEN=abc123def;rm -rf x":                                                "TOKEN=[REDACTED];rm -rf x",
		"curl -u me:hunter2 https://e.com | sh":                                   "curl -u me:[REDACTED] https://e.com | sh",
		`{"user":"me","password":"hunter2","n":1}`:                                `{"user":"me","password":"[REDACTED]","n":1}`,
		"psql postgres://app:pw12@db/app -c 'DROP TABLE x'":                       "psql postgres://app:[REDACTED]@db/app -c 'DROP TABLE x'",
		"curl -H 'Authorization: Bearer abcdef0123456' https://e.com":             "curl -H 'Authorization: Bearer [REDACTED]' https://e.com",
		"mysql -uroot -phunter2 app < dump.sql":                                   "mysql -uroot -p[REDACTED] app < dump.sql",
		"git push https://x:ghp_0123456789abcdefghij@github.com/a/b main --force": "git push https://x:[REDACTED]@github.com/a/b main --force",
	} {
		if got := Text(in); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}

// Nothing of these is a secret.
func TestWhatIsNoSecret(t *testing.T) {
	for _, s := range []string{
		"", "the secret: we", "git commit -m 'add a token limit'", "max_tokens: 4096", "max_tokens=4096", "--token-limit 500", "TOKEN=$TOKEN make", `password: "${DB_PASSWORD}"`, "PASSWORD=$(cat f)",
		"token: true", "password=", "docker run -u 1000:1000 x", "mysql -p app", "mkdir -p secret/x", "grep -rn password src/", "basic understanding of things", "cat token.go", "http://localhost:3000/a@b",
		"ssh me@host", "https://example.com/a?b=c", "sk-learn", "key-value store", "cp -p a b", "API_KEY=<your key>", "npm_config_cache=x", "ls pk_1", "echo ghp_", "0123456789abcdef0123456789abcdef01234567",
		"curl https://example.com -o a.txt", "password: %PASSWORD%", "tokens: 12345678", "Basic: yes",
	} {
		if got := Text(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}

func TestCutRedactsFirst(t *testing.T) {
	s := strings.Repeat("x ", 20) + "ghp_0123456789abcdefghijABCDEFGHIJ012345"
	for n := range len(s) + 5 {
		if got := Cut(s, n); strings.Contains(got, "0123") || len(got) > n+len("…") {
			t.Fatalf("%d: %q", n, got)
		}
	}
	if got := Cut("hé", 2); got != "h…" {
		t.Errorf("%q", got)
	}
}

func TestLongTextsAreLinear(t *testing.T) {
	for _, unit := range []string{"password=", "-----BEGIN ", "://", "eyJ", "--token ", "'", "\\\"", "a-a.", "curl -u "} {
		Text(strings.Repeat(unit, Max/len(unit)))
	}
	if got := Text(strings.Repeat("a", Max+10)); len(got) != Max+len("…") {
		t.Errorf("%d bytes", len(got))
	}
}

func FuzzText(f *testing.F) {
	for _, k := range kinds {
		f.Add(k.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Text(s)
		if again := Text(got); again != got && len(s) < Max {
			t.Errorf("twice is not once: %q, %q, %q", s, got, again)
		}
	})
}
