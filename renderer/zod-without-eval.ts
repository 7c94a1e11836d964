// Before zod is loaded, by whichever page: it would try whether text may become a function, which the page's policy forbids
// and reports. This is where it looks for its configuration; to import it for that would load it with the first screen.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
