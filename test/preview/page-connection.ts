import { once } from 'node:events';
import { WebSocket } from 'ws';
import { decodeValue, encodeValue } from '../../preview/page/values.ts';

interface InvokeAnswer {
  readonly kind: string;
  readonly value?: unknown;
  readonly message?: string;
}

/** A page without a browser: uses the bridge's protocol with a running preview. */
export class PageConnection implements Disposable {
  private readonly socket: WebSocket;
  private lastId = 0;

  private readonly waiting = new Map<number, PromiseWithResolvers<InvokeAnswer>>();

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      this.waiting.get(message.id)?.resolve(message);
    });
    socket.once('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('closed'));
    });
  }

  static async open(address: string): Promise<PageConnection> {
    const socket = openSocket(address, new URL(address).origin);
    await once(socket, 'open');
    const connection = new PageConnection(socket);
    connection.say({ kind: 'hello', href: address });
    return connection;
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Rejects with the transmitted error text if the app's handler throws. */
  async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
    const id = ++this.lastId;
    const answered = Promise.withResolvers<InvokeAnswer>();
    this.waiting.set(id, answered);
    this.say({ kind: 'invoke', id, channel, args: encodeValue(args) });
    const answer = await answered.promise.finally(() => this.waiting.delete(id));
    if (answer.kind === 'failure') throw new Error(answer.message);
    return decodeValue(answer.value);
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }
}

/** Opens a WebSocket to the window at `address`, like a page of `origin`. */
export function openSocket(address: string, origin: string | undefined, host?: string): WebSocket {
  const url = new URL('preview/socket', address.replace(/^http/, 'ws'));
  return new WebSocket(url, { ...(origin && { origin }), ...(host && { headers: { host } }) });
}
