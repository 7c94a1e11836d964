/** The operating system's browser: no window of the app ever loads the sign-in page (RFC 8252 §8.12). */
export interface SystemBrowser {
  /** Opens an address. Rejects if there is no browser to open it. */
  open(address: string): Promise<void>;
}
