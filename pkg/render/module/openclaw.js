// What OpenClaw calls: handlers that return what they want. A text that belongs
// beside something is kept until that comes. What a tool gives can be changed in
// a middleware alone; a call inside another call ends before that of the outer
// one gets there, which then takes its answer along.

// The tool that calls another one: the host asks about that, too.
const wrapper = "tool_call";
const inside = /^tool_search_code:([^:]+):/; // id of a call inside another → id of that

// The host loads the module more than once, and takes hooks from one and the
// middleware from another: what one of them notes all must know.
const notes = (globalThis[Symbol.for(`agent-connector notes of ${settings.plugin}`)] ??= {
  begun: new Map(), // session → what to say with its next prompt
  prompts: new Map(), // run → what was decided about its prompt
  beside: new Map(), // call → what to say beside its result
  inner: new Map(), // call → what was decided about calls inside it
  seen: new Map(), // call → its result went through the middleware, or there will be none
  going: new Map(), // run → a refused end has made the agent go on
});
const { begun, prompts, beside, inner, seen, going } = notes;

export default {
  id: settings.plugin,
  name: settings.plugin,
  register(api) {
    const { events, guidance } = settings;
    present();
    const send = async (hook, e, ctx) =>
      ours(hook) ? ask(hook, { hook, ...e, sessionId: e.sessionId ?? ctx?.sessionId, sessionKey: e.sessionKey ?? ctx?.sessionKey,
        requesterSessionKey: ctx?.requesterSessionKey, cwd: e.cwd ?? ctx?.workspaceDir, model: e.model ?? ctx?.modelId, trigger: ctx?.trigger }) : {};
    // Some events hold the whole conversation: of those the plain members are sent.
    const plain = (e) => Object.fromEntries(Object.entries(e).filter(([k, v]) => typeof v !== "object" && k !== "systemPrompt"));

    // A prompt is asked about once for each run, however often it is built.
    const prompted = (e, ctx) => {
      const run = ctx?.runId ?? e;
      if (!prompts.has(run)) {
        keep(prompts, run, (async () => {
          const first = await take(begun, ctx?.sessionId);
          // That of a subagent is none of the user's.
          const asked = events.before_prompt_build && !ctx?.sessionKey?.includes(":subagent:");
          const r = asked ? await send("before_prompt_build", { prompt: e.prompt }, ctx) : {};
          return { ...r, context: joined(first?.context, r.context) };
        })());
      }
      return prompts.get(run);
    };

    const handlers = {
      session_start: (e, ctx) => keep(begun, e.sessionId, send("session_start", plain(e), ctx)),
      before_prompt_build: async (e, ctx) => {
        const r = await prompted(e, ctx);
        const more = { ...(guidance && { appendSystemContext: guidance }), ...(r.context && { appendContext: r.context }) };
        return Object.keys(more).length > 0 ? { ...r.return, ...more } : r.return;
      },
      before_agent_run: async (e, ctx) => {
        const r = events.before_prompt_build ? await prompted(e, ctx) : {};
        if (r.throw !== undefined) return { outcome: "block", reason: r.throw, message: r.throw };
        return events.before_agent_run ? (await send("before_agent_run", plain(e), ctx)).return : undefined;
      },
      before_tool_call: async (e, ctx) => {
        if (e.toolName === wrapper) return undefined;
        const r = await send("before_tool_call", e, ctx);
        if (r.throw !== undefined) return { block: true, blockReason: r.throw };
        if (r.context) keep(beside, e.toolCallId, r.context);
        if (r.ask !== undefined) {
          keep(seen, e.toolCallId, true); // should it be refused
          return { requireApproval: { title: `${settings.connector}: ${e.toolName}`.slice(0, 80), description: r.ask.slice(0, 512),
            severity: "warning", allowedDecisions: ["allow-once", "deny"] } };
        }
        // The host lays them over the model's own: what is not among them must go.
        const none = Object.fromEntries(Object.keys(e.params ?? {}).map((k) => [k, undefined]));
        return r.args ? { params: { ...none, ...r.args } } : r.return;
      },
      after_tool_call: async (e, ctx) => {
        const outer = inside.exec(e.toolCallId)?.[1];
        if (e.toolName === wrapper || take(seen, e.toolCallId) || e.result?.details?.status === "blocked") return;
        const answer = events.after_tool_call ? send("after_tool_call", e, ctx) : {};
        const context = take(beside, e.toolCallId);
        if (outer) keep(inner, outer, [...(inner.get(outer) ?? []), { context }, answer]);
        await answer;
      },
      before_agent_finalize: async (e, ctx) => {
        const r = await send("before_agent_finalize", { ...plain(e), stopHookActive: going.has(e.runId) }, ctx);
        if (r.continue === undefined) return r.return;
        keep(going, e.runId, true);
        return { action: "revise", reason: r.continue };
      },
      gateway_stop: async (e, ctx) => {
        const r = events.gateway_stop ? await send("gateway_stop", plain(e), ctx) : {};
        end();
        absent();
        return r.return;
      },
    };

    // What the model gets of a tool's result.
    const result = async (e, ctx) => {
      const { args: params, result, ...more } = e;
      keep(seen, e.toolCallId, true);
      const own = events.after_tool_call && e.toolName !== wrapper ? send("after_tool_call", { ...more, params, result }, ctx) : {};
      const all = await Promise.all([...(take(inner, e.toolCallId) ?? []), { context: take(beside, e.toolCallId) }, own]);
      const refused = all.find((r) => r.throw !== undefined);
      if (refused) return { result: { content: blocks(refused.throw), details: { status: "error" } } };
      const changed = all.findLast((r) => r.output !== undefined);
      const text = joined(...all.map((r) => r.context));
      if (!changed && !text) return undefined;
      const content = changed ? blocks(changed.output) : result.content;
      return { result: { ...result, content: text ? [...content, { type: "text", text }] : content } };
    };

    // Hooked is what is declared, what needs to follow from it, and nothing else.
    const needed = new Set([...Object.keys(events), "gateway_stop"]);
    if (events.session_start || guidance) needed.add("before_prompt_build");
    if (events.before_prompt_build) needed.add("before_agent_run");
    if (events.before_tool_call || events.after_tool_call) {
      needed.add("after_tool_call");
      api.registerAgentToolResultMiddleware?.(safely("after_tool_call", result), { runtimes: ["openclaw", "codex"] });
    }
    // The host gives a handler no more than that, and some of them deny then.
    const policy = { before_agent_run: "before_prompt_build" };
    for (const name of needed) {
      const handler = handlers[name] ?? (async (e, ctx) => (await send(name, plain(e), ctx)).return);
      const timeoutMs = (events[policy[name] ?? name]?.ms ?? 60_000) + 10_000;
      api.on(name, safely(policy[name] ?? name, handler), { timeoutMs });
    }
  },
};
