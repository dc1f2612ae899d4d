// What Amp calls: handlers that return what they want. Each plugin has a
// process of its own. A text that belongs beside something is kept until that comes.

export const description = "Asks the hooks of agent-connector what a connector says to an event";

export default function (amp) {
  const { events } = settings;
  const begun = new Map(); // thread → what to say with its next prompt
  const going = new Map(); // thread → with which words of ours it goes on
  const refused = new Map(); // call → it has not run, whatever comes for it
  const beside = new Map(); // call → what to say beside its result

  // Plugins start in their own folder.
  const root = amp.system?.workspaceRoot;
  const cwd = root ? amp.helpers.filePathFromURI(root) : process.env.PWD;
  const send = async (event, e) => (events[event] ? ask(event, { event, ...e, cwd }) : {});
  const told = (ctx, text) => ctx.ui.notify(text).catch(() => {}); // nobody may be there

  const handlers = {
    "session.start": async (e) => {
      const answer = send("session.start", e);
      keep(begun, e.thread.id, answer);
      await answer;
    },
    "agent.start": async (e, ctx) => {
      const id = e.thread.id;
      const first = await take(begun, id);
      // What a refused end has made the agent go on with is none of the user's prompts.
      const own = going.get(id) === e.message;
      if (!own) going.delete(id);
      const r = own ? {} : await send("agent.start", e);
      if (r.throw !== undefined) {
        await told(ctx, r.throw);
        return ctx.thread.cancel();
      }
      const content = joined(first?.context, r.context);
      return content ? { ...r.return, message: { content, display: false } } : r.return;
    },
    "tool.call": async (e, ctx) => {
      const r = await send("tool.call", e);
      const reject = (message) => {
        keep(refused, e.toolUseID, true);
        return { action: "reject-and-continue", message };
      };
      if (r.throw !== undefined) return reject(r.throw);
      if (r.ask !== undefined) {
        const asked = ctx.ui.confirm({ title: `${settings.connector}: ${e.tool}`, message: r.ask });
        if (!(await asked.catch(() => false))) return reject(r.ask);
      }
      if (r.context) keep(beside, e.toolUseID, r.context);
      return r.args ? { action: "modify", input: r.args } : r.return;
    },
    "tool.result": async (e) => {
      if (take(refused, e.toolUseID)) return undefined;
      const r = await send("tool.result", e);
      const text = joined(take(beside, e.toolUseID), r.context);
      if (r.throw !== undefined) return { status: "error", error: r.throw };
      if (r.output === undefined && !text) return r.return;
      const output = r.output === undefined ? e.output : r.output;
      if (e.error !== undefined) return { status: e.status, error: joined(e.error, text), output };
      return { status: e.status, output: text ? more(output, text) : output };
    },
    "agent.end": async ({ messages, ...e }) => {
      const id = e.thread.id;
      const last = (messages ?? []).findLast((m) => m.role === "assistant")?.content ?? [];
      const lastMessage = joined(...last.map((b) => b.text));
      const r = await send("agent.end", { ...e, lastMessage, stopActive: going.has(id) });
      if (r.continue === undefined || e.status !== "done") {
        going.delete(id);
        return r.return;
      }
      keep(going, id, r.continue);
      return { action: "continue", userMessage: r.continue };
    },
    "changes.prompt": async (e) => (await send("changes.prompt", e)).return,
  };

  // What the host gets where nobody has anything to say, and where our own fault
  // must not let something through.
  const quiet = { "agent.start": {}, "tool.call": { action: "allow" }, "agent.end": { action: "done" }, "changes.prompt": {} };
  const no = {
    "agent.start": async (_, ctx) => void (await ctx.thread.cancel()),
    "tool.call": (message) => ({ action: "reject-and-continue", message }),
    "tool.result": (error) => ({ status: "error", error }),
  };
  const guarded = (name) => async (e, ctx) => {
    const r = await safely(name, handlers[name])(e, ctx).catch((error) => no[name]?.(error.message, ctx));
    return r ?? quiet[name];
  };

  // Hooked is what is declared, what needs to follow from it, and nothing else.
  const needed = new Set(Object.keys(events));
  if (events["tool.call"]) needed.add("tool.result");
  if (events["session.start"] || events["agent.end"]) needed.add("agent.start");
  for (const name of needed) {
    if (handlers[name]) amp.on(name, guarded(name));
  }
  amp.onDispose?.(end);
}

// more is a result with a text beside it, in whatever form the tool gave it.
function more(output, text) {
  if (Array.isArray(output)) return [...output, { type: "text", text }];
  if (output && typeof output === "object") return { ...output, additionalContext: text };
  return joined(output === undefined || output === null ? "" : String(output), text);
}
