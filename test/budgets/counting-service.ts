import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { CUSTOM_SCHEME_REDIRECT } from '../../shared/custom-scheme.ts';
import type { Connection } from '../../shared/workspace.ts';
import { sendJson } from '../electron/service/recording-service.ts';

/** A service that signs everybody in, accepts every create call and counts its sockets. */
export interface CountingService {
  readonly connection: Connection;
  /** Accepted create calls. */
  readonly created: () => number;
  /** Maximum of concurrently open sockets that carried a create call. */
  readonly mostForCreates: () => number;
  /** All sockets that carried a create call. */
  readonly everForCreates: () => number;
  /** Maximum of concurrently open sockets. */
  readonly mostOpen: () => number;
}

export async function countingService(): Promise<CountingService> {
  const open = new Set<Socket>();
  const forCreates = new Set<Socket>();
  const everForCreates = new WeakSet<Socket>();
  const most = { open: 0, forCreates: 0 };
  let ever = 0;
  let created = 0;
  const server = createServer(async (request, response) => {
    await text(request);
    if (request.url === '/oauth2/token') {
      sendJson(response, 200, { access_token: 'access', refresh_token: 'refresh' });
    } else if (request.method === 'POST') {
      forCreates.add(request.socket);
      if (!everForCreates.has(request.socket)) ever += 1;
      everForCreates.add(request.socket);
      most.forCreates = Math.max(most.forCreates, forCreates.size);
      created += 1;
      const answer = { request_id: `ir_${created}`, status: 'PENDING' };
      setTimeout(() => sendJson(response, 201, answer), created % 5);
    } else {
      sendJson(response, 200, { status: 'PENDING' });
    }
  });
  server.on('connection', (socket) => {
    open.add(socket);
    most.open = Math.max(most.open, open.size);
    socket.once('close', () => {
      open.delete(socket);
      forCreates.delete(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  return {
    connection: {
      name: 'Counting',
      baseUrl: origin,
      authUrl: origin,
      issuer: '',
      clientId: 'callboard',
      clientSecret: 'secret',
      redirectUri: CUSTOM_SCHEME_REDIRECT,
    },
    created: () => created,
    mostForCreates: () => most.forCreates,
    everForCreates: () => ever,
    mostOpen: () => most.open,
  };
}
