import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Whether a request is allowed, and its path inside the app. */
export type Admission = { kind: 'refused'; status: 403 | 404 } | { kind: 'admitted'; path: string };

/**
 * Whether another website loads this as a script, image or frame: such requests have no Origin, but browsers add fetch
 * metadata (https://w3c.github.io/webappsec-fetch-metadata/). Following a link from anywhere is allowed.
 */
function isCrossSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site !== 'same-origin' && site !== 'none' && !isNavigation;
}

/**
 * Authorises requests to the preview.
 *
 * The Host check stops DNS rebinding (a foreign name that resolves to this machine), the Origin check other websites in
 * the same browser, the token other programs and users of this machine. A refusal reveals nothing.
 */
export class PageGate {
  /** Random per process; part of every address. */
  readonly token = randomBytes(24).toString('base64url');

  private readonly port: () => number;

  constructor(port: () => number) {
    this.port = port;
  }

  /** Checks a request for a page or one of its files. */
  admit(request: IncomingMessage): Admission {
    const { host, origin } = request.headers;
    // Node uses the first of several Host headers; more than one is an attack.
    if (request.headersDistinct['host']?.length !== 1) return { kind: 'refused', status: 403 };
    if (!this.isOurHost(host)) return { kind: 'refused', status: 403 };
    if (origin !== undefined && origin !== `http://${host}`) return { kind: 'refused', status: 403 };
    if (isCrossSite(request)) return { kind: 'refused', status: 403 };
    return this.admitByToken(request.url ?? '');
  }

  /** Checks a WebSocket upgrade. Browsers always send its Origin, so a missing one is refused, too. */
  admitSocket(request: IncomingMessage): Admission {
    if (request.headers.origin === undefined) return { kind: 'refused', status: 403 };
    return this.admit(request);
  }

  private isOurHost(host: string | undefined): boolean {
    return host === `127.0.0.1:${this.port()}` || host === `localhost:${this.port()}`;
  }

  private admitByToken(url: string): Admission {
    const [, given = '', path] = /^\/([^/?#]*)\/(.*)$/s.exec(url) ?? [];
    if (path === undefined || !this.isToken(given)) return { kind: 'refused', status: 404 };
    return { kind: 'admitted', path };
  }

  /** Compares digests, because `timingSafeEqual` needs equal lengths and the token's length should stay secret. */
  private isToken(given: string): boolean {
    const digest = (text: string) => createHash('sha256').update(text).digest();
    return timingSafeEqual(digest(given), digest(this.token));
  }
}
