import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorCode } from '../network/system-error.ts';

export interface LoopbackListener {
  /** The redirect address with the actual port. */
  readonly redirectUri: string;
  readonly port: number;
  /** The addresses of this computer that it listens on. */
  readonly hosts: readonly string[];
  /** The answer came, here or another way: for some seconds only its repeats get the page to go back, then it closes. */
  finish(address: string): void;
  close(): void;
}

/** How long repeats of the answer get the same page, ms: browsers prefetch addresses, reload them, and return twice. */
const REPEATS_MS = 10_000;

/** How often a port that is free on both is looked for. */
const MOST_TRIES = 20;

/** Those that only answer repeats, by port: a new sign-in needs the port of the one before. */
const finished = new Map<number, LoopbackListener>();

/**
 * Listens for the browser on 127.0.0.1, and on ::1 too if the address says `localhost` and this computer has it; for one path
 * (RFC 8252 §7.3, §8.3). A redirect address without a port gets a free one. `handleRedirect` returns whether an address was the
 * expected answer; only then does the listener {@link LoopbackListener.finish}, so that another page cannot use it up.
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
  // Path and host stay exactly as registered; only a missing port is filled in.
  const withPort = (port: number | undefined): string =>
    wantedPort ? redirectUri : redirectUri.replace(wanted.host, `${wanted.host}:${port}`);
  let answered: string | undefined;
  const { servers, port } = await listen(wanted.hostname, Number(wantedPort || 0), (request, response) => {
    const target = URL.parse(request.url ?? '', wanted.origin);
    if (request.method !== 'GET' || target?.pathname !== wanted.pathname || target.origin !== wanted.origin) {
      answer(response, 404, 'Nothing here', 'This address is only for signing in to Callboard.');
      return;
    }
    const address = withPort(request.socket.localPort) + request.url?.slice(wanted.pathname.length);
    if (address === answered || handleRedirect(address)) {
      answer(response, 200, 'You can go back to Callboard', 'You can close this page.');
      listener.finish(address);
    } else {
      answer(
        response,
        400,
        'This is not the sign-in Callboard is waiting for',
        'Go back to Callboard and sign in from there.',
      );
    }
  });
  const listener: LoopbackListener = {
    redirectUri: withPort(port),
    port,
    hosts: servers.map((server) => addressOf(server).address),
    finish(address) {
      if (answered !== undefined) return;
      answered = address;
      finished.set(port, listener);
      // Neither keeps the program running.
      setTimeout(() => listener.close(), REPEATS_MS).unref();
      for (const server of servers) server.unref();
    },
    close() {
      if (finished.get(port) === listener) finished.delete(port);
      servers.forEach(close);
    },
  };
  return listener;
}

/** Servers on each address of the host, all on the same port; `wantedPort` 0: any that is free on all. */
async function listen(
  hostname: string,
  wantedPort: number,
  onRequest: RequestListener,
): Promise<{ readonly servers: readonly Server[]; readonly port: number }> {
  for (let tries = 1; ; tries += 1) {
    finished.get(wantedPort)?.close();
    const first = await open('127.0.0.1', wantedPort, onRequest);
    const { port } = addressOf(first);
    if (hostname !== 'localhost') return { servers: [first], port };
    try {
      return { servers: [first, await open('::1', port, onRequest)], port };
    } catch (error) {
      // Not every computer has ::1. Where another program has its port, that one would get the answer.
      if (errorCode(error) !== 'EADDRINUSE' && errorCode(error) !== 'EACCES')
        return { servers: [first], port };
      close(first);
      if (wantedPort !== 0 || tries === MOST_TRIES) throw error;
    }
  }
}

function open(host: string, port: number, onRequest: RequestListener): Promise<Server> {
  const server = createServer(onRequest);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true, ipv6Only: true }, () => resolve(server));
  });
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  return address;
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
