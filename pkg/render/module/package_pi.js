// What Pi gets of the package beside what it finds by itself: the server, unless the
// user has one of that name, and the guidance.
settings.also = (pi) => {
  for (const [name, entry] of Object.entries(ofPackage("server", JSON.parse)?.mcpServers ?? {})) pi.registerMcpServer(name, entry);
};
settings.guidance = ofPackage("memory", (text) => text);
