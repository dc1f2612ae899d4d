// What opencode and its forks Kilo and MiMoCode call: hooks that change their second
// argument in place. A text that belongs beside something is kept until that comes.

// Hooks that nothing but an answer on the host's own event is known for; every
// other name that is asked about is an event of the bus.
const others = ["chat.headers", "chat.params", "command.execute.before", "experimental.chat.messages.transform",
  "experimental.chat.system.transform", "experimental.compaction.autocontinue", "experimental.text.complete", "shell.env", "tool.definition"];

export const AgentConnector = async ({ client, directory, worktree }) => {
  const { events } = settings;
  present();
  const parents = new Map(); // session of a subagent → the session that it belongs to
  const begun = new Map(); // session → what to say with its first message
  const beside = new Map(); // call → what to say beside its result
  const inputs = new Map(); // call → its arguments, which a question about it may lack
  const send = async (name, session, payload) =>
    ours(name) ? ask(name, { hook: name, ...payload, parentID: parents.get(session), directory, worktree }) : {};

  const hooks = {
    event: async ({ event }) => {
      const p = event.properties ?? {};
      const session = p.sessionID ?? p.info?.id;
      if (event.type === "session.created" && p.info?.parentID) keep(parents, session, p.info.parentID);
      if (!events[event.type]) return;
      const bare = event.type === "permission.asked" && Object.keys(p.metadata ?? {}).length === 0;
      const told = bare ? { ...event, properties: { ...p, metadata: inputs.get(p.tool?.callID) } } : event;
      const answer = send(event.type, session, { hook: "event", event: told });
      if (event.type === "session.created") keep(begun, session, answer);
      const r = await answer;
      // The question stays on the user's screen until somebody has answered it.
      const response = r.permit ? "once" : r.throw !== undefined ? "reject" : "";
      if (event.type === "permission.asked" && response) {
        await client.postSessionIdPermissionsPermissionId({ path: { id: session, permissionID: p.id }, body: { response } });
      }
    },
    "chat.message": async (input, output) => {
      const first = await take(begun, input.sessionID);
      // The prompt of a subagent is none of the user's: it has a session of its own,
      // or, in MiMoCode, an id in the same one.
      const subagent = parents.has(input.sessionID) || (output.message.agentID ?? "main") !== "main";
      const asked = events["chat.message"] && !subagent;
      const r = asked ? await send("chat.message", input.sessionID, { input, output }) : {};
      if (r.throw !== undefined) throw refusal(r.throw);
      const text = joined(first?.context, r.context);
      if (text) output.parts.push(part(output, text));
      merge(output, r.return);
    },
    "tool.execute.before": async (input, output) => {
      const r = events["tool.execute.before"] ? await send("tool.execute.before", input.sessionID, { input, output }) : {};
      if (r.throw !== undefined) throw refusal(r.throw);
      if (r.args) replace(output.args, r.args);
      if (r.context) keep(beside, input.callID, r.context);
      merge(output, r.return);
      if (events["permission.asked"]) keep(inputs, input.callID, output.args);
    },
    "tool.execute.after": async (input, output) => {
      const r = events["tool.execute.after"] ? await send("tool.execute.after", input.sessionID, { input, output }) : {};
      const text = joined(take(beside, input.callID), r.context);
      if (r.throw !== undefined) throw refusal(r.throw);
      const ofMCP = Array.isArray(output.content);
      if (r.output !== undefined && ofMCP) output.content = blocks(r.output);
      else if (r.output !== undefined) output.output = String(r.output);
      if (text && ofMCP) output.content.push({ type: "text", text });
      else if (text) output.output = joined(output.output, text);
      merge(output, r.return);
    },
    "experimental.session.compacting": async (input, output) => {
      const r = await send("experimental.session.compacting", input.sessionID, { input, output });
      if (r.context) output.context.push(r.context);
      merge(output, r.return);
    },
  };

  // Hooked is what is declared, what needs to follow from it, and nothing else.
  const needed = new Set(["event", ...Object.keys(events)]);
  if (events["tool.execute.before"]) needed.add("tool.execute.after");
  if (events["permission.asked"]) needed.add("tool.execute.before");
  if (events["session.created"]) needed.add("chat.message");
  const mine = { ...settings.also, dispose: async () => end() };
  for (const name of needed) {
    if (hooks[name]) mine[name] = safely(name, hooks[name]);
    else if (others.includes(name)) {
      mine[name] = safely(name, async (input, output) => merge(output, (await send(name, input?.sessionID, { input, output })).return));
    }
  }
  return mine;
};

// part is one more text in a message; ids are ordered, this one follows the last.
function part(output, text) {
  const { id, sessionID } = output.message;
  const before = (output.parts.at(-1)?.id ?? id).slice(4, 16);
  const random = Math.random().toString(36).slice(2, 12).padEnd(10, "0");
  return { id: `prt_${before}zz${random}zz`, sessionID, messageID: id, type: "text", synthetic: true, text };
}

// merge puts the answer of a hook on the host's own event into what the host
// gave: objects member by member, lists at their end.
function merge(into, by) {
  for (const [k, v] of Object.entries(by ?? {})) {
    if (Array.isArray(v) && Array.isArray(into[k])) into[k].push(...v);
    else if (v && typeof v === "object" && into[k] && typeof into[k] === "object") merge(into[k], v);
    else into[k] = v;
  }
}
