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
