/** The part of the Trusted Types API used here (https://w3c.github.io/trusted-types/). */
interface PolicyRules {
  /** Returns the text to use; null rejects it, and the caller gets a TypeError. */
  createHTML(text: string): string | null;
  createScriptURL(address: string): string | null;
}

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: 'default', rules: PolicyRules): unknown };
  }
}

/**
 * The CSP requires Trusted Types, so this default policy decides which strings may become markup or script URLs. Mantine sets
 * styles by `innerHTML`, so text without tags or entities passes; the import starts its worker from a file of the app. There
 * is no `createScript` rule, so text never becomes a script.
 */
export function installTrustedTypesPolicy(): void {
  window.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (/[<&]/.test(text) ? null : text),
    createScriptURL: (address) => (isSameOrigin(address) ? address : null),
  });
}

/** Compares scheme and host, because `URL.origin` is "null" for custom schemes that are not registered. */
function isSameOrigin(address: string): boolean {
  const url = URL.parse(address, location.href);
  return url !== null && url.protocol === location.protocol && url.host === location.host;
}
