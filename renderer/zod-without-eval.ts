// Must run before any page loads zod, which otherwise tries `new Function` and triggers a CSP violation report. Setting the
// global instead of calling `z.config()` keeps zod out of the first screen's bundle.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
