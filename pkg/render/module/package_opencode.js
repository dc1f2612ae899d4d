// What opencode and its forks get of the package: its configuration with what it
// holds, unless the user has something of that name.

// The host looks variables up in its own files only: here that is done for it.
function looked(text) {
  return text.replace(/\{env:([^}]+)\}/g, (_, name) => JSON.stringify(process.env[name] ?? "").slice(1, -1));
}

const tables = { server: "mcp", commands: "command", subagents: "agent" };

settings.also = {
  config: async (config) => {
    for (const [name, table] of Object.entries(tables)) {
      const entries = ofPackage(name, (text) => JSON.parse(name === "server" ? looked(text) : text)[table]);
      if (entries) config[table] = { ...entries, ...config[table] };
    }
    add(config, ((config.skills ??= {}).paths ??= []), "skill_path_origins", settings.package.skills);
    add(config, (config.instructions ??= []), "instruction_origins", settings.package.memory);
  },
};

// add puts a path of the package into a list. Kilo looks where a path comes from, and
// takes one outside of the project only if it is the user's own: what a package that
// the user has for all projects adds is.
function add(config, list, origins, path) {
  if (!path) return;
  const at = join(root, path);
  list.push(at);
  if (config.instruction_origins && forAll(config)) (config[origins] ??= {})[at] = { trusted: true, source: root };
}

function forAll(config) {
  const specs = (config.plugin_origins ?? []).filter((o) => o.scope === "global").map((o) => String([o.spec].flat()[0]));
  return specs.some((s) => s === root || s === pathToFileURL(root).href || s.replace(/(.)@[^@/]*$/, "$1") === named);
}
const named = (() => {
  try {
    return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).name;
  } catch {}
})();
