export default function (pi) {
  for (const action of settings.actions) {
    const { name, description, confirm } = action;
    const handler = async (_, ctx) => {
      if (confirm && !(ctx.hasUI && (await ctx.ui.confirm(confirm.title, confirm.message)))) return;
      const r = await run(action, ctx.cwd);
      ctx.ui.notify(r.text, r.ok ? "info" : "error");
    };
    pi.registerCommand(name, { description, handler });
  }
}
