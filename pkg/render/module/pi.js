// What Pi calls: handlers that return what they want. A text that belongs
// beside something is kept until that comes.

export default function (pi) {
  const { events, guidance } = settings;
  present();
  settings.also?.(pi);
  const notes = []; // what to say with the next prompt
  const beside = new Map(); // call → what to say beside its result
  let going = false; // a refused end has made the agent go on

  const send = async (e, ctx, payload) => {
    if (!ours(e.type)) return {};
    const session = ctx?.sessionManager?.getSessionId?.();
    return ask(e.type, { type: e.type, ...payload, sessionId: session, cwd: ctx?.cwd, model: ctx?.model?.id });
  };
  // Some events hold the whole session: of those the plain members are sent.
  const plain = (e) => Object.fromEntries(Object.entries(e).filter(([, v]) => typeof v !== "object"));
  // A call that a script has made gives its result to the script alone: what is
  // said of it goes beside the result of the script, which the model sees.
  const add = (e, text) => text && keep(beside, seen(e), joined(beside.get(seen(e)), text));
  const seen = (e) => e.parentToolCallId ?? e.toolCallId;
  const lastMessage = (e) => {
    const m = e.context?.contextMessages?.findLast((m) => m.role === "assistant");
    return m && joined(...m.content.map((c) => c.text));
  };
  const said = (content) => ({ customType: "agent-connector", content, display: false });

  const handlers = {
    session_start: async (e, ctx) => {
      const r = await send(e, ctx, plain(e));
      if (r.context) notes.push(r.context);
      return r.return;
    },
    session_shutdown: async (e, ctx) => {
      const r = events.session_shutdown ? await send(e, ctx, plain(e)) : {};
      end();
      absent();
      return r.return;
    },
    input: async (e, ctx) => {
      const r = await send(e, ctx, plain(e));
      if (r.throw !== undefined) {
        if (ctx.hasUI) ctx.ui.notify(r.throw, "warning");
        return { action: "handled" };
      }
      // While the agent works no run begins with which a message could go.
      if (r.context && e.streamingBehavior) return { action: "transform", text: joined(e.text, r.context), images: e.images };
      if (r.context) notes.push(r.context);
      return r.return;
    },
    before_agent_start: async (e, ctx) => {
      const r = events.before_agent_start ? await send(e, ctx, plain(e)) : {};
      // A section of its own: other sections, and what the host keeps of them, stay.
      if (guidance) (e.systemPromptOptions.sections ??= {})[settings.connector] = guidance;
      const text = joined(...notes.splice(0));
      return text ? { ...r.return, message: said(text) } : r.return;
    },
    tool_call: async (e, ctx) => {
      const r = await send(e, ctx, e);
      if (r.throw !== undefined) return { block: true, reason: r.throw };
      if (r.ask !== undefined && !(ctx.hasUI && (await ctx.ui.confirm(`${settings.connector}: ${e.toolName}`, r.ask)))) {
        return { block: true, reason: r.ask };
      }
      if (r.args) replace(e.input, r.args);
      add(e, r.context);
      return r.return;
    },
    tool_result: async (e, ctx) => {
      const r = events.tool_result ? await send(e, ctx, e) : {};
      if (e.parentToolCallId) add(e, r.context);
      const text = e.parentToolCallId ? "" : joined(take(beside, e.toolCallId), r.context);
      if (r.throw !== undefined) return { content: blocks(r.throw), isError: true };
      if (r.output === undefined && !text) return r.return;
      const content = r.output === undefined ? e.content : blocks(r.output);
      const more = text ? [{ type: "text", text }] : [];
      // With new content Pi drops the structured one, which still holds for the old.
      const kept = r.output === undefined && e.structuredContent !== undefined ? { structuredContent: e.structuredContent } : {};
      return { ...r.return, ...kept, content: [...content, ...more] };
    },
    session_before_compact: async (e, ctx) => {
      const r = await send(e, ctx, plain(e));
      return r.throw !== undefined ? { cancel: true } : r.return;
    },
    agent_before_settle: async (e, ctx) => {
      const r = await send(e, ctx, { ...plain(e), lastMessage: lastMessage(e), stopActive: going });
      going = r.continue !== undefined;
      if (!going) return r.return;
      return { entries: [...(e.entries ?? []), { type: "custom_message", ...said(r.continue) }], continue: true };
    },
  };

  // Hooked is what is declared, what needs to follow from it, and nothing else.
  const needed = new Set([...Object.keys(events), "session_shutdown"]);
  if (events.tool_call) needed.add("tool_result");
  if (events.session_start || events.input || guidance) needed.add("before_agent_start");
  for (const name of needed) {
    pi.on(name, safely(name, handlers[name] ?? (async (e, ctx) => (await send(e, ctx, plain(e))).return)));
  }
}
