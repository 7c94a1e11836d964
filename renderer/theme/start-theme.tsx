import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries } from '../api/api.ts';

/** Applies the colour scheme from the settings; `auto` follows the system. */
export function ColorScheme() {
  const setting = useQuery(queries.settings.get()).data?.colorScheme;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    // Setting the current value again would recalculate every element's style twice.
    if (setting && setting !== colorScheme) setColorScheme(setting);
  }, [setting, colorScheme, setColorScheme]);
  return null;
}
const SCHEME = 'data-mantine-color-scheme';

/** Prints in the light scheme: browsers drop backgrounds, and light text on white paper is unreadable. */
export function printInLight(): void {
  const page = document.documentElement;
  let onScreen: string | null = null;
  addEventListener('beforeprint', () => {
    onScreen = page.getAttribute(SCHEME);
    page.setAttribute(SCHEME, 'light');
  });
  addEventListener('afterprint', () => {
    if (onScreen !== null) page.setAttribute(SCHEME, onScreen);
  });
}
/**
 * The CSP nonce that the main process generated for this response. Styles inserted at run time need it
 * (electron/desktop/app-protocol.ts).
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** Passes the nonce to react-remove-scroll, which reads this global (package get-nonce). */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
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
