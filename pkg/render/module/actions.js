// What the user starts: ac-hook runs it, and what it prints is shown.

const most = 64 << 10; // characters that are kept of it
const grace = 5_000; // ms that ac-hook may take beyond the time of the action itself

// run gives { ok, text }, and never throws.
function run(action, cwd) {
  return new Promise((resolve) => {
    let out = "", err = "";
    const end = (ok, why) => resolve({ ok, text: [out, ok ? "" : err || why].map((t) => t.trim()).filter(Boolean).join("\n\n") || "done" });
    const program = find();
    if (!program) return end(false, "agent-connector is not on this machine: there is no ac-hook");
    try {
      const argv = ["action", settings.host, action.id, "--connector", settings.connector];
      const c = spawn(program, argv, { cwd, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
      const timer = setTimeout(() => c.kill("SIGKILL"), action.ms + grace); // it keeps that time itself: it hangs
      c.stdout.setEncoding("utf8").on("data", (t) => (out = (out + t).slice(0, most)));
      c.stderr.setEncoding("utf8").on("data", (t) => (err = (err + t).slice(0, most)));
      c.on("error", (e) => (err ||= e.message));
      c.on("close", (code) => {
        clearTimeout(timer);
        end(code === 0, `${action.name} failed`);
      });
    } catch (e) {
      end(false, e.message);
    }
  });
}
