/**
 * The nonce of this page's style, which the main process made for this one answer: style that parts insert at run time
 * bears it, and no other is applied (the page's policy, electron/desktop/app-protocol.ts).
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** The part that keeps the page behind a dialog from scrolling looks for it under this name (package get-nonce). */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
