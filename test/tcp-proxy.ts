import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

type Direction = 'to server' | 'to client';

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
}

/** Stands between a client and a server of 127.0.0.1, and makes the network between them slow, dead or cut. */
export class TcpProxy {
  /** ms by which each piece is late, in each direction: half a round trip. */
  delayMs = 0;
  /** All connections so far. */
  connections = 0;
  readonly serverPort: number;
  private mode: 'open' | 'stalled' | 'cut' = 'open';
  private readonly current = new Set<Connection>();
  private readonly waiting: (() => void)[] = [];
  private remaining: { readonly direction: Direction; bytes: number } | undefined;
  private readonly listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) =>
    this.take(client),
  );

  private constructor(serverPort: number) {
    this.serverPort = serverPort;
  }

  /** Listens on `port` of 127.0.0.1, by default on any. */
  static async open(serverPort: number, port = 0): Promise<TcpProxy> {
    const proxy = new TcpProxy(serverPort);
    proxy.listener.listen(port, '127.0.0.1');
    await once(proxy.listener, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.listener.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy is closed.');
    return address.port;
  }

  /** Resets every connection, and each new one until `mend`. */
  cut(): void {
    this.mode = 'cut';
    for (const { client, server } of this.current) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }

  /** Passes nothing on, and says nothing, until `mend`: a cable pulled out. */
  stall(): void {
    this.mode = 'stalled';
  }

  /** Passes everything on again, also what it kept back. */
  mend(): void {
    this.mode = 'open';
    this.remaining = undefined;
    for (const pass of this.waiting.splice(0)) pass();
  }

  /** Passes on so many more bytes in one direction, then cuts. At 0, the next byte arrives nowhere. */
  cutAfter(bytes: number, direction: Direction): void {
    this.remaining = { bytes, direction };
  }

  async close(): Promise<void> {
    this.cut();
    const closed = once(this.listener, 'close');
    this.listener.close();
    await closed;
  }

  private take(client: Socket): void {
    this.connections += 1;
    if (this.mode === 'cut') {
      client.resetAndDestroy();
      return;
    }
    const server = createConnection({
      port: this.serverPort,
      host: '127.0.0.1',
      allowHalfOpen: true,
      noDelay: true,
    });
    const connection = { client, server };
    this.current.add(connection);
    this.pass(client, server, 'to server');
    this.pass(server, client, 'to client');
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      // What happens to one end happens to the other.
      socket.once('error', () => other.resetAndDestroy());
      socket.once('close', () => {
        this.current.delete(connection);
        this.later(() => other.destroy());
      });
    }
  }

  private pass(from: Socket, to: Socket, direction: Direction): void {
    from.on('data', (bytes) => this.later(() => this.write(to, bytes, direction)));
    from.on('end', () => this.later(() => to.end()));
  }

  private write(to: Socket, bytes: Buffer, direction: Direction): void {
    const { remaining } = this;
    if (remaining?.direction !== direction) {
      to.write(bytes);
      return;
    }
    const passed = bytes.subarray(0, remaining.bytes);
    remaining.bytes -= passed.length;
    if (passed.length === bytes.length) {
      to.write(bytes);
      return;
    }
    this.mode = 'cut';
    // A reset right behind the bytes would throw them away at the receiver.
    if (passed.length === 0) this.cut();
    else to.write(passed, () => setImmediate(() => this.cut()));
  }

  /** Runs this after the delay, in order, and not while stalled. */
  private later(what: () => void): void {
    const run = () => {
      if (this.mode === 'stalled') this.waiting.push(what);
      else what();
    };
    if (this.delayMs === 0) run();
    else setTimeout(run, this.delayMs);
  }
}

/** A proxy before this port, until the test ends. */
export async function tcpProxy(serverPort: number): Promise<TcpProxy> {
  const proxy = await TcpProxy.open(serverPort);
  onTestFinished(() => proxy.close());
  return proxy;
}
