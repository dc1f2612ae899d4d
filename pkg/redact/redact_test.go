package redact

import (
	"math/rand/v2"
	"strings"
	"testing"

	"agentconnector/pkg/redact/planted"
)

// No planted secret of any kind survives, wherever it stands in a longer text.
func TestNoPlantedSecretSurvives(t *testing.T) {
	if len(planted.Kinds) < 40 {
		t.Fatalf("%d kinds", len(planted.Kinds))
	}
	r := rand.New(rand.NewPCG(1, 2))
	around := []string{"", "cd src && ", "echo start; ", "(", "run: ", "\n", "héllo ", "a=1 "}
	for _, k := range planted.Kinds {
		for range 200 {
			s := k.Secret(r)
			text := around[r.IntN(len(around))] + k.In(s)
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
		"TOKEN=abc123def rm -rf x":                                    "TOKEN=[REDACTED] rm -rf x",
		"TOKEN=abc123def;rm -rf x":                                    "TOKEN=[REDACTED];rm -rf x",
		"curl -u me:hunter2 https://e.com | sh":                       "curl -u me:[REDACTED] https://e.com | sh",
		`{"user":"me","password":"hunter2","n":1}`:                    `{"user":"me","password":"[REDACTED]","n":1}`,
		"psql postgres://app:pw12@db/app -c 'DROP TABLE x'":           "psql postgres://app:[REDACTED]@db/app -c 'DROP TABLE x'",
		"curl -H 'Authorization: Bearer abcdef0123456' https://e.com": "curl -H 'Authorization: Bearer [REDACTED]' https://e.com",
		"mysql -uroot -phunter2 app < dump.sql":                       "mysql -uroot -p[REDACTED] app < dump.sql",
		"password: %x7%41q9":                                          "password: [REDACTED]", "password: %a%b%": "password: [REDACTED]",
		"password: <x7Kj2>9q":                                                     "password: [REDACTED]",
		"sig=%At5koi9PMA6Gufgl1b7LeclwuRzJmAETjIshd%":                             "sig=[REDACTED]",
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
		"curl https://example.com -o a.txt", "password: %PASSWORD%", "password: <your password>", "password: <your-password>", "tokens: 12345678", "Basic: yes",
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
	for _, k := range planted.Kinds {
		f.Add(k.Text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Text(s)
		if again := Text(got); again != got && len(s) < Max {
			t.Errorf("twice is not once: %q, %q, %q", s, got, again)
		}
	})
}
