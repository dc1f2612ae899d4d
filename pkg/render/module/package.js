// The package that this module stands in: its definition decides, and the host gets
// what else is in it, unless the user has something of that name.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
settings.more = ["--plugin-dir", root];

// The host looks variables up in its own files only: here that is done for it.
function looked(text) {
  return text.replace(/\{env:([^}]+)\}/g, (_, name) => JSON.stringify(process.env[name] ?? "").slice(1, -1));
}

settings.also = {
  config: async (config) => {
    const { server, skills, memory } = settings.package;
    try {
      if (server) config.mcp = { ...JSON.parse(looked(readFileSync(join(root, server), "utf8"))).mcp, ...config.mcp };
    } catch {} // whoever changed the file has no server
    if (skills) (((config.skills ??= {}).paths) ??= []).push(join(root, skills));
    if (memory) (config.instructions ??= []).push(join(root, memory));
  },
};
