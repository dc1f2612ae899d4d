// The way to ac-hook: one process for as long as the host runs, started at the
// first event, a line of JSON each way. It never throws, prints nothing, and
// never keeps the host from ending.

const maxLine = 16 << 20; // what ac-hook reads
const maxStarts = 3; // of the process, one after the other; a quiet minute forgives
const minute = 60_000;

let child, starts = 0, started = 0, count = 0;
const waiting = new Map(); // id → { child, settle }

function connect() {
  if (child) return child;
  if (Date.now() - started > minute) starts = 0;
  const program = starts < maxStarts && find();
  if (!program) return undefined;
  starts++;
  started = Date.now();
  const argv = ["serve", settings.host, "--connector", settings.connector, ...(settings.more ?? [])];
  if (!settings.program) argv.push("--shared");
  const c = spawn(program, argv, { stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
  const gone = () => {
    if (child === c) child = undefined;
    for (const w of [...waiting.values()]) if (w.child === c) w.settle();
  };
  for (const e of [c, c.stdin, c.stdout]) e.on("error", gone);
  c.on("exit", gone);
  let rest = "";
  c.stdout.setEncoding("utf8");
  c.stdout.on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    lines.forEach(answered);
  });
  hold(c, false);
  return (child = c);
}

function answered(line) {
  try {
    const a = JSON.parse(line);
    waiting.get(a.id)?.settle(a);
  } catch {} // no answer: the time runs out
}

// The host may end whenever nothing is being asked.
function hold(c, on) {
  for (const e of [c, c.stdin, c.stdout]) on ? e.ref?.() : e.unref?.();
}

// ask gives the answer to an event: { throw, args, … }, or nothing to do.
async function ask(event, payload) {
  const { ms, deny } = settings.events[event];
  const failed = () => (deny ? { throw: `the hook of ${settings.connector} gave no answer, and its policy is to deny then` } : {});
  try {
    const id = ++count;
    const line = JSON.stringify({ id, event, onError: deny ? "deny" : undefined, payload });
    if (line.length > maxLine) return failed();
    const c = connect();
    if (!c) return settings.program || starts > 0 ? failed() : {};
    const a = await new Promise((resolve) => {
      const settle = (answer) => {
        waiting.delete(id);
        clearTimeout(timer);
        if (waiting.size === 0) hold(c, false);
        resolve(answer);
      };
      const timer = setTimeout(() => {
        settle();
        c.kill("SIGKILL"); // it keeps its handlers' time itself: it hangs
      }, ms);
      waiting.set(id, { child: c, settle });
      hold(c, true);
      c.stdin.write(line + "\n");
    });
    return a ? { ...a.reply, return: a.return } : failed();
  } catch {
    return failed();
  }
}

// A connector may be installed for the user and for the project: then both
// modules see an event. The user's asks, and ac-hook finds the project's
// definition; the project's leaves to it what it asks about.
const users = (globalThis[Symbol.for("agent-connector modules of the user")] ??= new Map());
const self = `${settings.host} ${settings.connector}`;
const present = () => settings.program && users.set(self, settings.events);
const absent = () => settings.program && users.delete(self);
const ours = (event) => settings.program || !users.get(self)?.[event];

// end lets the process go; the next event starts another.
function end() {
  starts = 0;
  child?.stdin.end();
  child = undefined;
}

// safely keeps what goes wrong in here from the host, unless the policy is to
// deny then; a refusal is meant for it.
const safely = (name, f) => async (...args) => {
  try {
    return await f(...args);
  } catch (e) {
    if (e?.refused) throw e;
    if (settings.events[name]?.deny) throw refusal(`the hook of ${settings.connector} failed, and its policy is to deny then: ${e?.message}`);
  }
};
const refusal = (text) => Object.assign(new Error(text), { refused: true });

const joined = (...texts) => texts.filter(Boolean).join("\n\n");
const blocks = (output) => (Array.isArray(output) ? output : [{ type: "text", text: String(output) }]);

// keep remembers a value for later, and forgets the oldest of many.
function keep(map, key, value) {
  map.set(key, value);
  if (map.size > 1000) map.delete(map.keys().next().value);
}

function take(map, key) {
  const value = map.get(key);
  map.delete(key);
  return value;
}

// replace makes an object that the host holds on to equal to another.
function replace(object, by) {
  for (const k of Object.keys(object)) delete object[k];
  Object.assign(object, by);
}
