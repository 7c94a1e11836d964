import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackListener {
  /** The redirect address with the actual port. */
  readonly redirectUri: string;
  close(): void;
}

/**
 * Listens for the browser on 127.0.0.1 only, for one path (RFC 8252 §7.3, §8.3). A redirect address without a port gets a
 * free one. `handleRedirect` returns whether an address was the expected answer; only then does the listener close, so that
 * another page cannot use it up.
 *
 * Rejects if the port is taken.
 */
export async function listenOnLoopback(
  redirectUri: string,
  handleRedirect: (address: string) => boolean,
): Promise<LoopbackListener> {
  const wanted = new URL(redirectUri);
  // The URL class drops the scheme's default port.
  const wantedPort = wanted.port || (/^http:\/\/[^/?]*:80(?=[/?]|$)/i.test(redirectUri) ? '80' : '');
  const server = createServer((request, response) => {
    const target = URL.parse(request.url ?? '', actual.origin);
    if (request.method !== 'GET' || target?.pathname !== wanted.pathname || target.origin !== actual.origin) {
      answer(response, 404, 'Nothing here', 'This address is only for signing in to Callboard.');
      return;
    }
    if (handleRedirect(redirectWithPort + request.url?.slice(wanted.pathname.length))) {
      answer(response, 200, 'You can go back to Callboard', 'You can close this page.');
      close(server);
    } else {
      answer(
        response,
        400,
        'This is not the sign-in Callboard is waiting for',
        'Go back to Callboard and sign in from there.',
      );
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: Number(wantedPort || 0), exclusive: true }, resolve);
  });
  const actual = new URL(redirectUri);
  const port = portOf(server);
  // Path and host stay exactly as registered; only a missing port is filled in.
  const redirectWithPort = wantedPort
    ? redirectUri
    : redirectUri.replace(wanted.host, `${wanted.host}:${port}`);
  actual.port = String(port);
  return { redirectUri: redirectWithPort, close: () => close(server) };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  return address.port;
}

function close(server: Server): void {
  server.close();
  // The browser keeps its connection alive: the page just sent arrives before it is closed.
  server.closeIdleConnections();
}

function answer(response: ServerResponse, status: number, title: string, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;display:grid;place-content:center;
min-height:90vh;margin:0 1rem;text-align:center}h1{font-size:1.4rem;margin:0 0 .5rem}</style>
<h1>${title}</h1><p>${text}</p>`);
}
