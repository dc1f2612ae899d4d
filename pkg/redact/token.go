package redact

import "strings"

// A spelling is how the tokens of a service begin, and how many characters of its
// alphabet follow at least.
type spelling struct {
	begins string
	least  int
}

// spellings are in order of their first byte, longer ones first. Sources: the
// services' own documents of their tokens, as public secret scanners list them
// (gitleaks, GitHub secret scanning: supported patterns).
var spellings = [...]spelling{
	{"AGE-SECRET-KEY-1", 20}, {"AKIA", 12}, {"ASIA", 12}, {"ABIA", 12}, {"ACCA", 12}, {"AIza", 20}, {"ATATT3", 20}, {"ATCTT3", 20}, {"ATBB", 20},
	{"EAACEdEose0cBA", 8}, {"FLWSECK", 10}, {"GOCSPX-", 16}, {"LTAI", 12},
	{"NRAK-", 16}, {"NRII-", 16}, {"NRIQ-", 16}, {"NRRA-", 16}, {"NRJS-", 12}, {"NRSP-", 12}, {"PMAK-", 20}, {"SG.", 20},
	{"amzn.mws.", 16}, {"atlasv1.", 20}, {"dapi", 32}, {"dckr_pat_", 16}, {"dd_", 20}, {"dop_v1_", 20}, {"doo_v1_", 20}, {"dor_v1_", 20}, {"dp.pt.", 20}, {"dp.st.", 20},
	{"eyJ", 20}, {"fo1_", 20}, {"fm2_", 20}, {"figd_", 20},
	{"github_pat_", 16}, {"ghp_", 16}, {"gho_", 16}, {"ghu_", 16}, {"ghs_", 16}, {"ghr_", 16}, {"glpat-", 16}, {"gldt-", 16}, {"glptt-", 16}, {"glrt-", 16}, {"glcbt-", 16}, {"glsa_", 16}, {"glc_", 20}, {"gsk_", 20},
	{"heroku_", 20}, {"hf_", 20}, {"hvs.", 20}, {"hvb.", 20}, {"key-", 32}, {"lin_api_", 20}, {"lin_oauth_", 20}, {"nfp_", 20}, {"npm_", 20}, {"nvapi-", 20}, {"ntn_", 20},
	{"phc_", 20}, {"phx_", 20}, {"pk_live_", 12}, {"pk_test_", 12}, {"pk_", 20}, {"pplx-", 20}, {"pscale_", 20}, {"pul-", 20}, {"pypi-", 16}, {"r8_", 20}, {"rk_live_", 12}, {"rk_test_", 12}, {"rubygems_", 20},
	{"secret_", 20}, {"sbp_", 20}, {"shpat_", 16}, {"shpca_", 16}, {"shppa_", 16}, {"shpss_", 16}, {"sk_live_", 12}, {"sk_test_", 12}, {"sk-", 16}, {"sntrys_", 20}, {"sq0atp-", 16}, {"sq0csp-", 16}, {"syt_", 16},
	{"tskey-", 12}, {"vercel_", 20}, {"whsec_", 16}, {"xai-", 20}, {"xapp-", 16}, {"xkeysib-", 20}, {"xoxa-", 10}, {"xoxb-", 10}, {"xoxe-", 10}, {"xoxe.", 10}, {"xoxo-", 10}, {"xoxp-", 10}, {"xoxr-", 10}, {"xoxs-", 10},
	{"ya29.", 16}, {"1//0", 20},
}

// token is how long the token is with which a text begins, or 0.
func token(s string) int {
	for i := range spellings {
		p := &spellings[i]
		if p.begins[0] != s[0] || !strings.HasPrefix(s, p.begins) {
			continue
		}
		if n := run(s[len(p.begins):], inToken); n >= p.least {
			return len(p.begins) + n
		}
	}
	n := run(s, isWord)
	switch {
	// New Relic's licence keys: 36 of 40 hexadecimal digits, then NRAL.
	case n == 40 && strings.HasSuffix(s[:n], "NRAL") && run(s, isHex) >= 30:
		return n
	// Twilio's account and key ids: two letters, 32 hexadecimal digits.
	case n == 34 && (strings.HasPrefix(s, "AC") || strings.HasPrefix(s, "SK")) && run(s[2:], isHex) == 32:
		return n
	// A bot of Telegram, a webhook of Slack: digits or letters with a secret behind.
	case n >= 8 && n <= 10 && n < len(s) && s[n] == ':' && run(s, isDigit) == n && run(s[n+1:], inToken) >= 35:
		return n + 1 + run(s[n+1:], inToken)
	}
	return 0
}

// inToken is the alphabet of tokens: that of base64, in both spellings, and dots.
func inToken(c byte) bool {
	return isWord(c) && c < 0x80 || c == '-' || c == '.' || c == '+' || c == '/' || c == '=' || c == '~'
}

func isHex(c byte) bool   { return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// pem hides a private key, also one whose end is missing.
func (r *reader) pem() bool {
	const begin = "-----BEGIN "
	rest := r.s[r.i:]
	if !strings.HasPrefix(rest, begin) {
		return false
	}
	title := rest[len(begin):]
	if i := strings.Index(title, "-----"); i < 0 || i > 64 || !strings.Contains(title[:i], "PRIVATE") && !strings.Contains(title[:i], "SECRET") {
		return false
	}
	end := len(rest)
	if i := strings.Index(rest, "-----END "); i >= 0 {
		if j := strings.Index(rest[i+len("-----END "):], "-----"); j >= 0 {
			end = i + len("-----END ") + j + len("-----")
		}
	}
	r.hide(r.i, r.i+end)
	return true
}
