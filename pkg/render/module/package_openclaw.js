// What OpenClaw gets of the package beside what its manifest says: the guidance.
settings.guidance = ofPackage("memory", (text) => text);
