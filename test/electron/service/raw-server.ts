import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { onTestFinished } from 'vitest';

/** One connection as the server sees it. */
export interface RawConnection {
  readonly socket: Socket;
  /** All bytes received so far. */
  received: string;
  /** Milliseconds on the monotonic clock when the connection stood, and when its first byte came. */
  readonly stoodAt: number;
  firstByteAt: number | undefined;
  closed: boolean;
}

/** A server at the level of bytes; the test decides what it does with them. */
export interface RawServer {
  readonly port: number;
  /** `http://127.0.0.1:port` or, with a certificate, `https://localhost:port`. */
  readonly origin: string;
  readonly connections: readonly RawConnection[];
}

export interface RawServerOptions {
  /** A connection is open; without this nothing happens. */
  readonly onConnection?: (connection: RawConnection) => void;
  /** A complete request (head and, by its Content-Length, body) has come. */
  readonly onRequest?: (connection: RawConnection, request: string) => void;
  /** Makes the server speak TLS. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

/** Listens on 127.0.0.1 until the test ends. */
export async function rawServer(options: RawServerOptions): Promise<RawServer> {
  const connections: RawConnection[] = [];
  const take = (socket: Socket): void => {
    const connection: RawConnection = {
      socket,
      received: '',
      stoodAt: performance.now(),
      firstByteAt: undefined,
      closed: false,
    };
    connections.push(connection);
    let unread = '';
    socket.on('data', (bytes) => {
      connection.firstByteAt ??= performance.now();
      connection.received += bytes.toString('utf8');
      unread += bytes.toString('utf8');
      for (let request = wholeRequest(unread); request !== undefined; request = wholeRequest(unread)) {
        unread = unread.slice(request.length);
        options.onRequest?.(connection, request);
      }
    });
    // Many of these tests are about clients that break off.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      connection.closed = true;
    });
    options.onConnection?.(connection);
  };
  const server: Server = options.certificate
    ? createSecureServer(options.certificate, take).on('tlsClientError', () => undefined)
    : createServer(take);
  // Sockets in the middle of a handshake are not among the connections yet.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const origin = options.certificate
    ? `https://localhost:${address.port}`
    : `http://127.0.0.1:${address.port}`;
  return { port: address.port, origin, connections };
}

/** An HTTP/1.1 answer as bytes, with its Content-Length. */
export function httpAnswer(status: number, body = '', headers: Record<string, string> = {}): string {
  const lines = Object.entries({ 'Content-Length': String(Buffer.byteLength(body)), ...headers });
  return `HTTP/1.1 ${status} Test\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

function wholeRequest(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/^content-length: (\d+)\r$/im.exec(text.slice(0, end + 2))?.[1] ?? 0);
  // The bodies of these tests are ASCII: a byte is a character.
  return text.length >= end + 4 + length ? text.slice(0, end + 4 + length) : undefined;
}
