export const Bell = async ({ $ }) => ({ event: async ({ event }) => { if (event.type === "session.idle") await $`printf '\a'` } })
