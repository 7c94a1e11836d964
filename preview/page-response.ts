import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { widenConnectSrc } from './content-security-policy.ts';

/** On every answer of the preview. The address holds the token, so it must not leave as a referrer. */
export const safetyHeaders: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** What a page needs that the app's handler does not give. */
export interface PageAdditions {
  /** Where the bridge is, as the page reaches it. */
  readonly bridgeHref: string;
  /** The socket's origins, for the policy. */
  readonly socketSources: readonly string[];
}

/**
 * Passes what the app's protocol handler answered on to the browser; a page gets the bridge as its first script. Without
 * `additions` nothing is changed.
 */
export async function passOn(
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

/** The page with the bridge as the first element of its head. */
export function withBridge(html: string, bridgeHref: string): string {
  const script = `<script src="${bridgeHref}"></script>`;
  const head = /<head(?:\s[^>]*)?>/i.exec(html);
  if (head === null) return script + html;
  const at = head.index + head[0].length;
  return html.slice(0, at) + script + html.slice(at);
}
