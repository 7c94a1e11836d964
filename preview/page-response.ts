import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { widenConnectSrc } from './content-security-policy.ts';

/** Headers of every response. The address contains the token, so it must not leak as a referrer. */
export const safetyHeaders: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** What the preview adds to the app's pages. */
export interface PageAdditions {
  /** Address of the bridge script, relative to the page. */
  readonly bridgeHref: string;
  /** Origins of the socket, for the Content-Security-Policy. */
  readonly socketSources: readonly string[];
}

/**
 * Forwards a response of the app's protocol handler to the browser, and adds the bridge as the first script of a page.
 * Without `additions` the body stays unchanged.
 */
export async function forwardResponse(
  response: Response,
  to: ServerResponse,
  additions: PageAdditions | undefined,
): Promise<void> {
  const isPage = /^text\/html\b/i.test(response.headers.get('content-type') ?? '');
  for (const [name, value] of response.headers) to.setHeader(name, value);
  for (const [name, value] of Object.entries(safetyHeaders)) to.setHeader(name, value);
  const policy = response.headers.get('content-security-policy');
  if (policy !== null && additions) {
    to.setHeader('content-security-policy', widenConnectSrc(policy, additions.socketSources));
  }
  to.statusCode = response.status;
  if (isPage && additions) {
    to.removeHeader('content-length');
    to.end(withBridge(await response.text(), additions.bridgeHref));
  } else if (response.body === null) {
    to.end();
  } else {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), to);
  }
}

/** Inserts the bridge as the first element of the page's head. */
export function withBridge(html: string, bridgeHref: string): string {
  const script = `<script src="${bridgeHref}"></script>`;
  const head = /<head(?:\s[^>]*)?>/i.exec(html);
  if (head === null) return script + html;
  const at = head.index + head[0].length;
  return html.slice(0, at) + script + html.slice(at);
}
