// Encodes texts with one of the libraries and writes their tokens.
//
//	node oracle.mjs tiktoken|js-tiktoken FILE…
//
// A FILE is a row of texts, each after its length in four bytes, little end
// first. For each and each encoding, FILE.ENCODING becomes a row of lists of
// tokens, each after its length; length and tokens have four bytes, too.
import fs from "node:fs";
import { createRequire } from "node:module";

const [library, ...files] = process.argv.slice(2);
const require = createRequire(process.cwd() + "/");
const { get_encoding, getEncoding } = require(library);
const encoders = {};
for (const name of ["o200k_base", "cl100k_base"]) {
  const e = get_encoding ? get_encoding(name) : getEncoding(name);
  // Special-token text is ordinary text.
  encoders[name] = e.encode_ordinary ? (s) => e.encode_ordinary(s) : (s) => e.encode(s, [], []);
}

for (const file of files) {
  const bytes = fs.readFileSync(file);
  const texts = [];
  for (let at = 0; at < bytes.length; ) {
    const n = bytes.readUInt32LE(at);
    texts.push(bytes.toString("utf8", at + 4, at + 4 + n));
    at += 4 + n;
  }
  for (const [name, encode] of Object.entries(encoders)) {
    const out = fs.openSync(`${file}.${name}`, "w");
    for (const text of texts) {
      const ids = Uint32Array.from(encode(text));
      fs.writeSync(out, new Uint8Array(Uint32Array.of(ids.length).buffer));
      if (ids.length) fs.writeSync(out, new Uint8Array(ids.buffer));
    }
    fs.closeSync(out);
  }
}
