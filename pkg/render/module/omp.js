// What OMP calls: handlers that return what they want. A text that belongs
// beside something is kept until that comes.

let sessions = 0; // that of the user and those of subagents

export default function (omp) {
  const { events } = settings;
  sessions++;
  present();
  const notes = []; // what to say with the next prompt
  const beside = new Map(); // call → what to say beside its result
  let known = false; // the prompt that comes has been seen as input, or is what a Stop said

  const send = async (e, ctx, payload) => {
    if (!events[e.type] || !ours(e.type)) return {};
    const about = { sessionId: ctx?.sessionManager?.getSessionId?.(), cwd: ctx?.cwd, model: ctx?.model?.id, agent: ctx?.agent };
    return ask(e.type, { type: e.type, ...(payload ?? plain(e)), ...about });
  };
  // Some events hold the whole session: of those the plain members are sent.
  const plain = (e) => Object.fromEntries(Object.entries(e).filter(([, v]) => typeof v !== "object"));
  const textOf = (m) => (Array.isArray(m?.content) ? m.content.map((b) => b.text).filter(Boolean).join("\n") : undefined);
  // Beside the text of an edit OMP shows the files in it, which are no argument.
  const bare = (e, args) => {
    const { path, paths, ...rest } = args;
    return e.toolName === "edit" && typeof e.input.input === "string" ? rest : args;
  };
  const noted = async (e, ctx) => {
    const r = await send(e, ctx);
    if (r.context) notes.push(r.context);
    return r.return;
  };

  const handlers = {
    session_start: noted,
    session_switch: noted,
    session_shutdown: async (e, ctx) => {
      const r = await send(e, ctx);
      if (--sessions <= 0) {
        end();
        absent();
      }
      return r.return;
    },
    input: async (e, ctx) => {
      const r = await send(e, ctx);
      if (r.throw !== undefined) {
        if (ctx.hasUI) ctx.ui.notify(r.throw, "warning");
        return { handled: true };
      }
      known = true;
      // While the agent works the text may join a run that has begun.
      if (r.context && ctx.isIdle?.() === false) return { text: joined(e.text, r.context) };
      if (r.context) notes.push(r.context);
      return r.return;
    },
    before_agent_start: async (e, ctx) => {
      const r = await send(e, ctx, { ...plain(e), known });
      known = false;
      const content = joined(...notes.splice(0), r.context);
      return content ? { ...r.return, message: { customType: "agent-connector", content, display: false } } : r.return;
    },
    tool_call: async (e, ctx) => {
      const r = await send(e, ctx, e);
      if (r.throw !== undefined) return { block: true, reason: r.throw };
      if (r.ask !== undefined && !(ctx.hasUI && (await ctx.ui.confirm(`${settings.connector}: ${e.toolName}`, r.ask)))) {
        return { block: true, reason: r.ask };
      }
      if (r.context) keep(beside, e.toolCallId, r.context);
      return r.args ? { input: bare(e, r.args) } : r.return;
    },
    tool_result: async (e, ctx) => {
      const r = await send(e, ctx, e);
      const text = joined(take(beside, e.toolCallId), r.context);
      if (r.throw !== undefined) return { content: blocks(r.throw), isError: true };
      if (r.output === undefined && !text) return r.return;
      const content = r.output === undefined ? e.content : blocks(r.output);
      return { ...r.return, content: text ? [...content, { type: "text", text }] : content };
    },
    session_before_compact: async (e, ctx) => {
      const r = await send(e, ctx);
      return r.throw !== undefined ? { cancel: true } : r.return;
    },
    session_stop: async (e, ctx) => {
      const r = await send(e, ctx, { ...plain(e), last_assistant_message: textOf(e.last_assistant_message) });
      if (r.continue === undefined) return r.return;
      known = true;
      return { decision: "block", reason: r.continue };
    },
  };

  // Hooked is what is declared, what needs to follow from it, and nothing else.
  const needed = new Set([...Object.keys(events), "session_shutdown"]);
  if (events.tool_call) needed.add("tool_result");
  if (events.session_start || events.session_switch || events.input) needed.add("before_agent_start");
  for (const name of needed) {
    omp.on(name, safely(name, handlers[name] ?? (async (e, ctx) => (await send(e, ctx)).return)));
  }
}
