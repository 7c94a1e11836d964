import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What may be done with a request, and where inside the app it leads. */
export type Admission = { kind: 'refused'; status: 403 | 404 } | { kind: 'admitted'; path: string };

/**
 * Whether another website's page fetches this, as a script, a picture or a frame: those send no Origin, but browsers say
 * so themselves (https://w3c.github.io/webappsec-fetch-metadata/). A person may come from anywhere by a link.
 */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  const byPerson = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site !== 'same-origin' && site !== 'none' && !byPerson;
}

/**
 * Decides who may talk to the preview.
 *
 * The Host check stops DNS rebinding (a foreign name that resolves to this machine), the Origin check other websites in the
 * same browser, the token every other program and user of this machine. A refusal says nothing about what is here.
 */
export class PageGate {
  /** One per start, valid until the process ends; part of every address. */
  readonly token = randomBytes(24).toString('base64url');

  private readonly port: () => number;

  constructor(port: () => number) {
    this.port = port;
  }

  /** Judges a request for a page or one of its files. */
  admit(request: IncomingMessage): Admission {
    const { host, origin } = request.headers;
    // Node takes the first of several; whoever sends several means something by it.
    if (request.headersDistinct['host']?.length !== 1) return { kind: 'refused', status: 403 };
    if (!this.isOurHost(host)) return { kind: 'refused', status: 403 };
    if (origin !== undefined && origin !== `http://${host}`) return { kind: 'refused', status: 403 };
    if (isFromElsewhere(request)) return { kind: 'refused', status: 403 };
    return this.admitByToken(request.url ?? '');
  }

  /** Judges a WebSocket upgrade: browsers always send its Origin, so it must be there, and be the preview's own. */
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

  /** Compares digests: these have one length, as `timingSafeEqual` needs, and tell nothing of the token's. */
  private isToken(given: string): boolean {
    const digest = (text: string) => createHash('sha256').update(text).digest();
    return timingSafeEqual(digest(given), digest(this.token));
  }
}
