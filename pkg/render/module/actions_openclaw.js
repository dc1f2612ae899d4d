export default {
  id: settings.plugin,
  name: settings.plugin,
  register(api) {
    for (const action of settings.actions) {
      const { name, description } = action;
      api.registerCommand({ name, description, acceptsArgs: false, handler: async () => ({ text: (await run(action)).text }) });
    }
  },
};
