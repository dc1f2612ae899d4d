#!/usr/bin/env node
// Installs a connector on the agent hosts of this machine, and takes it back.
//
// The connector lies beside this file. The programs that do the work are in a
// package of their own for this system, an optional dependency, so that npm gets
// only the one that fits; AGENT_CONNECTOR_BIN names another folder with them.
// Nothing is fetched here, and nothing runs when the package is installed.
"use strict";
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const own = require("./package.json");

const { id, title, command: name } = own.agentConnector;
const connector = path.join(__dirname, "connector");
const system = `${process.platform}-${process.arch}`;

const verbs = {
  install: { does: `put ${title} on the agent hosts found here (--dry-run and --diff only show it)`, args: (rest) => ["install", ...rest, connector] },
  uninstall: { does: "take it back: every file as it was", args: (rest) => ["uninstall", ...rest, id] },
  status: { does: "what is installed, and whether it is as it was written", args: (rest) => ["status", ...rest, id] },
  doctor: { does: "what is wrong with it", args: (rest) => ["doctor", ...rest] },
  explain: { does: "what each host makes of it, and why", args: (rest) => ["explain", ...rest, connector] },
};

function usage() {
  const lines = Object.entries(verbs).map(([verb, v]) => `  ${name} ${verb}`.padEnd(name.length + 14) + v.does);
  return [`${title}, for AI agents`, "", ...lines, "", `${name} VERB --help shows the flags of a verb.`, ""].join("\n");
}

// program is the folder with the tools: the one that is named, the installed
// package for this system, or the folder beside this one.
function program() {
  const ac = process.platform === "win32" ? "ac.exe" : "ac";
  const named = process.env.AGENT_CONNECTOR_BIN;
  const folders = named ? [named] : [path.join(__dirname, "..", `cli-${system}`, "bin")];
  if (!named) {
    try {
      folders.unshift(path.join(path.dirname(require.resolve(`${own.name}-${system}/package.json`)), "bin"));
    } catch {
      // not installed
    }
  }
  const found = folders.map((f) => path.join(f, ac)).find((f) => fs.existsSync(f));
  if (found) return found;
  const known = Object.keys(own.optionalDependencies || {});
  const wanted = `${own.name}-${system}`;
  complain(`no programs for ${system} in ${folders.join(" or ")}`);
  if (named) complain("hint: AGENT_CONNECTOR_BIN must name the folder that holds ac and the other tools");
  else if (known.includes(wanted)) complain(`hint: npm has left out the optional package ${wanted}; install it, or without --omit=optional`);
  else complain(`hint: this package has them for ${known.map((k) => k.slice(own.name.length + 1)).join(", ") || "no system"}; AGENT_CONNECTOR_BIN can name a folder with them`);
  process.exit(1);
}

function complain(text) {
  process.stderr.write(`${name}: ${text}\n`);
}

const [verb, ...rest] = process.argv.slice(2);
if (verb === undefined || verb === "help" || verb === "--help" || verb === "-h") {
  process.stdout.write(usage());
  process.exit(0);
}
if (verb === "--version") {
  process.stdout.write(`${name} ${own.version}\n`);
  process.exit(0);
}
if (!Object.hasOwn(verbs, verb)) {
  complain(`found ${JSON.stringify(verb)}, expected ${Object.keys(verbs).join(", ")}`);
  process.exit(2);
}
const run = spawnSync(program(), verbs[verb].args(rest), { stdio: "inherit" });
if (run.error) {
  complain(run.error.message);
  process.exit(1);
}
process.exit(run.signal ? 128 + os.constants.signals[run.signal] : run.status);
