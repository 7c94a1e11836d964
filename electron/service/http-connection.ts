import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { buildConnector } from 'undici';
import { type AnswerTimeouts, type Exchanged, exchange, type HttpRequest } from './exchange.ts';

/** Gives Node's HTTP client one socket that is already open. */
class SingleSocketAgent extends Agent {
  private readonly socket: Socket;

  constructor(socket: Socket) {
    super({ keepAlive: true, maxSockets: 1 });
    this.socket = socket;
  }

  override createConnection(): Socket {
    return this.socket;
  }
}

/** One HTTP/1.1 connection. A byte that arrives between requests closes it, as it would be read as the next answer. */
export class HttpConnection {
  /** How many answers have arrived on it. */
  answers = 0;
  private readonly socket: Socket;
  private readonly agent: SingleSocketAgent;
  private readonly host: string;

  constructor(socket: Socket, host: string) {
    this.socket = socket;
    this.host = host;
    this.agent = new SingleSocketAgent(socket);
    // Only the end of the socket matters, and `close` reports it.
    socket.on('error', () => undefined);
    // After the first answer, Node's agent listens in the same way while the socket is idle.
    socket.on('data', this.end).on('end', this.end);
  }

  /** Whether it is open, judging by the bytes read so far. */
  get isOpen(): boolean {
    return !this.socket.destroyed && this.socket.writable;
  }

  /** Whether it is open once everything that has arrived is read: the service's end, or bytes that nobody asked for. */
  async isStillOpen(): Promise<boolean> {
    // A complete poll of the event loop lies between two check phases.
    await setImmediate();
    await setImmediate();
    return this.isOpen;
  }

  /** Sends a request; its first byte is written in this turn of the event loop. */
  async exchange(request: HttpRequest, timeouts: AnswerTimeouts): Promise<Exchanged> {
    if (!this.isOpen) throw new Error('The connection was closed.');
    this.socket.off('data', this.end).off('end', this.end);
    const headers = { host: this.host, ...request.headers };
    const exchanged = await exchange(this.agent, { ...request, headers }, timeouts);
    this.answers += 1;
    return exchanged;
  }

  /** Calls the listener when it closes, whoever closes it. */
  onClose(listener: () => void): void {
    if (this.socket.destroyed) listener();
    else this.socket.once('close', listener);
  }

  /** Closes it, and any call in progress on it. */
  destroy(): void {
    this.socket.destroy();
  }

  private readonly end = (): void => void this.socket.destroy();
}

/** Opens a connection to the origin of a URL. Rejects with the cause; nothing of a request was sent then. */
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
