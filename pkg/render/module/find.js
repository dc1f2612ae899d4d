// Where ac-hook is. A file that a team shares names no place: on a machine
// without our tools nothing happens.
function find() {
  if (settings.program) return settings.program;
  const name = process.platform === "win32" ? "ac-hook.exe" : "ac-hook";
  const own = [process.env.AGENT_CONNECTOR_DATA_DIR, join(homedir(), ".agent-connector")];
  const dirs = [...own.filter(Boolean).map((d) => join(d, "bin")), ...(process.env.PATH ?? "").split(delimiter)];
  return dirs.filter((d) => isAbsolute(d)).map((d) => join(d, name)).find((p) => existsSync(p));
}
