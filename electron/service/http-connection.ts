import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { buildConnector } from 'undici';
import { type Exchanged, exchange, type HttpRequest, type Patience } from './exchange.ts';

/** Gives Node's HTTP client the one connection that stands. */
class OneConnection extends Agent {
  private readonly socket: Socket;

  constructor(socket: Socket) {
    super({ keepAlive: true, maxSockets: 1 });
    this.socket = socket;
  }

  override createConnection(): Socket {
    return this.socket;
  }
}

/**
 * One HTTP/1.1 connection to a service, for one request at a time. A byte that comes while nobody has asked ends it: it
 * would be taken for the beginning of the next answer.
 */
export class HttpConnection {
  /** How many answers have come over it. */
  answers = 0;
  private readonly socket: Socket;
  private readonly agent: OneConnection;
  private readonly host: string;

  constructor(socket: Socket, host: string) {
    this.socket = socket;
    this.host = host;
    this.agent = new OneConnection(socket);
    // Its end is all that counts, and `close` tells it.
    socket.on('error', () => undefined);
    // Once an answer has come over it, Node's agent listens in the same way while it is idle.
    socket.on('data', this.end).on('end', this.end);
  }

  /** Whether it stands, as far as what has arrived was read. */
  get stands(): boolean {
    return !this.socket.destroyed && this.socket.writable;
  }

  /** Whether it stands once everything that has arrived by now is read: its end, or bytes that nobody asked for. */
  async stillStands(): Promise<boolean> {
    // Between two checks of the event loop lies one whole poll.
    await setImmediate();
    await setImmediate();
    return this.stands;
  }

  /** Sends a request; its first byte is written in this turn of the event loop. */
  async exchange(request: HttpRequest, patience: Patience): Promise<Exchanged> {
    if (!this.stands) throw new Error('The connection was closed.');
    this.socket.off('data', this.end).off('end', this.end);
    const headers = { host: this.host, ...request.headers };
    const exchanged = await exchange(this.agent, { ...request, headers }, patience);
    this.answers += 1;
    return exchanged;
  }

  /** Calls the listener when it is closed, by whomever. */
  onClose(listener: () => void): void {
    if (this.socket.destroyed) listener();
    else this.socket.once('close', listener);
  }

  /** Closes it, with what is under way on it. */
  destroy(): void {
    this.socket.destroy();
  }

  private readonly end = (): void => void this.socket.destroy();
}

/** Opens a connection to the origin of a URL. Rejects with what stood in its way; nothing of a request was sent then. */
export function openHttpConnection(connect: buildConnector.connector, url: URL): Promise<HttpConnection> {
  const { protocol, host, port } = url;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    connect({ protocol, host, hostname, port }, (error, socket) => {
      if (socket) resolve(new HttpConnection(socket, host));
      else reject(error ?? new Error('There is no connection.'));
    });
  });
}
