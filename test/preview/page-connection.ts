import { once } from 'node:events';
import { WebSocket } from 'ws';
import { decodeValue, encodeValue } from '../../preview/page/values.ts';

/** A page without a browser: speaks the bridge's protocol to a running preview. */
export class PageConnection implements Disposable {
  private readonly socket: WebSocket;
  private lastId = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
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

  /** Rejects with the text that crossed when the app's handler threw. */
  async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
    const id = ++this.lastId;
    const answered = new Promise<{ kind: string; value?: unknown; message?: string }>((resolve, reject) => {
      this.socket.on('message', (data) => {
        const message = JSON.parse(String(data));
        if (message.id === id) resolve(message);
      });
      this.socket.once('close', () => reject(new Error('closed')));
    });
    this.say({ kind: 'invoke', id, channel, args: encodeValue(args) });
    const answer = await answered;
    if (answer.kind === 'failure') throw new Error(answer.message);
    return decodeValue(answer.value);
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }
}

/** A WebSocket to the window at `address`, as a page of `origin` would open it. */
export function openSocket(address: string, origin: string | undefined, host?: string): WebSocket {
  const url = new URL('preview/socket', address.replace(/^http/, 'ws'));
  return new WebSocket(url, { ...(origin && { origin }), ...(host && { headers: { host } }) });
}
