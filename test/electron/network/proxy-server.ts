import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import type { KeyPair } from './private-authority.ts';

/** A CONNECT request the proxy received. */
export interface SeenConnect {
  readonly authority: string;
  /** `name:password`, if sent. */
  readonly credentials: string | undefined;
  /** The complete request head. */
  readonly head: string;
  readonly client: Socket;
  /** Set once the tunnel is open. */
  server: Socket | undefined;
  /** Bytes from the client to the target. */
  sent: number;
}

export interface TestProxy {
  readonly port: number;
  /** `127.0.0.1:port`. */
  readonly name: string;
  readonly connects: readonly SeenConnect[];
  /** Number of connections, with or without a CONNECT. */
  readonly connections: number;
  /** Replaces the behaviour. */
  doWith(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** Answers a CONNECT; `open` opens the tunnel. */
export type Behaviour = (seen: SeenConnect, open: () => void) => void;

export interface TestProxyOptions {
  /** Ports on loopback by requested `host:port`; other targets are connected to as requested. */
  readonly targets?: Readonly<Record<string, number>>;
  /** Makes it an HTTPS proxy. */
  readonly certificate?: KeyPair;
  readonly behaviour?: Behaviour;
  readonly port?: number;
}

/** Opens every tunnel. */
export const openEach: Behaviour = (_seen, open) => open();

export function answerWith(text: string): Behaviour {
  return ({ client }) => void client.write(text, 'latin1');
}

/** Requires these Basic credentials. */
export function askFor(credentials: string, challenge = 'Basic realm="Example Corp"'): Behaviour {
  return (seen, open) => {
    if (seen.credentials === credentials) return open();
    seen.client.end(
      `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\nContent-Length: 0\r\n\r\n`,
    );
  };
}

/** Starts a forward proxy with CONNECT on 127.0.0.1. */
export async function startProxy(options: TestProxyOptions = {}): Promise<TestProxy> {
  const connects: SeenConnect[] = [];
  const sockets = new Set<Socket>();
  let behaviour = options.behaviour ?? openEach;
  let connections = 0;
  const onConnection = (client: Socket): void => {
    connections += 1;
    client.on('error', () => undefined);
    readHead(client, (head) => {
      const [, authority = ''] = /^CONNECT (\S+) HTTP\/1\.1\r\n/.exec(head) ?? [];
      const basic = /^proxy-authorization: Basic (.+)\r$/im.exec(head)?.[1];
      const credentials = basic === undefined ? undefined : Buffer.from(basic, 'base64').toString('utf8');
      const seen: SeenConnect = { authority, credentials, head, client, server: undefined, sent: 0 };
      connects.push(seen);
      behaviour(seen, () => openTunnel(seen, options.targets ?? {}, sockets));
    });
  };
  const server: Server = options.certificate
    ? createSecureServer(options.certificate, onConnection).on('tlsClientError', () => undefined)
    : createServer(onConnection);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    port: address.port,
    name: `127.0.0.1:${address.port}`,
    connects,
    get connections() {
      return connections;
    },
    doWith: (next) => {
      behaviour = next;
    },
    close,
  };
}

/** Reads only the head; later bytes belong to the tunnel. */
function readHead(client: Socket, onHead: (head: string) => void): void {
  let head = '';
  const read = (): void => {
    for (let byte = client.read(1); byte !== null; byte = client.read(1)) {
      head += byte.toString('latin1');
      if (!head.endsWith('\r\n\r\n')) continue;
      client.off('readable', read);
      onHead(head);
      return;
    }
  };
  client.on('readable', read);
}

function openTunnel(
  seen: SeenConnect,
  targets: Readonly<Record<string, number>>,
  sockets: Set<Socket>,
): void {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(seen.authority) ?? [];
  const known = targets[seen.authority];
  const server = connect(
    known === undefined ? { host, port: Number(port) } : { host: '127.0.0.1', port: known },
  );
  sockets.add(server);
  seen.server = server;
  server.once('connect', () => {
    seen.client.write('HTTP/1.1 200 Connection established\r\nX-Proxy: test\r\n\r\n');
    seen.client.on('data', (bytes) => {
      seen.sent += bytes.length;
      server.write(bytes);
    });
    seen.client.resume();
    server.pipe(seen.client);
    seen.client.once('end', () => server.end());
    seen.client.once('close', () => server.destroy());
  });
  server.once('close', () => {
    sockets.delete(server);
    seen.client.destroy();
  });
  server.on('error', () => seen.client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'));
}
