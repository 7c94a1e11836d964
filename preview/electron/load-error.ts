/** Chromium's number of each network error (net/base/net_error_list.h) that a load fails with here. */
const NUMBERS = { ERR_FAILED: -2, ERR_UNEXPECTED: -9 };

/** The error that Electron's `loadURL` rejects with, as made in its lib/browser/api/web-contents.ts. */
export class LoadError extends Error {
  readonly code: keyof typeof NUMBERS;
  readonly errno: number;
  readonly url: string;

  constructor(code: keyof typeof NUMBERS, url: string) {
    super(`${code} (${NUMBERS[code]}) loading '${url}'`);
    this.code = code;
    this.errno = NUMBERS[code];
    this.url = url;
  }
}
