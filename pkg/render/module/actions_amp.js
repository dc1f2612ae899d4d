export const description = "Starts the actions of a connector of agent-connector";

export default function (amp) {
  // Plugins start in their own folder.
  const root = amp.system?.workspaceRoot;
  const cwd = root ? amp.helpers.filePathFromURI(root) : process.env.PWD;
  for (const action of settings.actions) {
    const { name, label, description, confirm } = action;
    amp.registerCommand(name, { title: label, category: settings.title, description }, async (ctx) => {
      if (confirm && !(await ctx.ui.confirm(confirm).catch(() => false))) return;
      const r = await run(action, cwd);
      await ctx.ui.notify(r.text).catch(() => {}); // nobody may be there
    });
  }
}
