/** What of Trusted Types is used here (https://w3c.github.io/trusted-types/). */
interface PolicyRules {
  /** Gives the text as it is to be used; null refuses it, and whoever wanted it gets a TypeError. */
  createHTML(text: string): string | null;
  createScriptURL(address: string): string | null;
}

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: 'default', rules: PolicyRules): unknown };
  }
}

/**
 * The page's policy forbids text as markup and text as a script's address. Two uses remain, and this is all they may:
 * the interface library writes style by `innerHTML`, so text without a tag or an entity passes; the import starts its
 * thread from a file of the app. There is no rule for scripts, so text never becomes one.
 */
export function installTrustedTypesPolicy(): void {
  window.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (/[<&]/.test(text) ? null : text),
    createScriptURL: (address) => (isOfThisApp(address) ? address : null),
  });
}

/** Scheme and host: `URL.origin` is "null" for schemes of our own wherever they are not registered. */
function isOfThisApp(address: string): boolean {
  const url = URL.parse(address, location.href);
  return url !== null && url.protocol === location.protocol && url.host === location.host;
}
