// The package that this module stands in: its definition decides, where it is not the
// one that is installed on this machine.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
if (!settings.program) settings.more = ["--plugin-dir", root];

// ofPackage is a file of the package; nothing, if whoever changed it has broken it.
function ofPackage(name, read) {
  try {
    return settings.package[name] && read(readFileSync(join(root, settings.package[name]), "utf8"));
  } catch {}
}
