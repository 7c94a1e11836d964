import type { Socket } from 'node:net';

/** The bytes a socket gives, in order, as many as are asked for; nothing is read ahead of them. */
export class SocketBytes {
  private readonly socket: Socket;
  private readonly signal: AbortSignal;
  private held = Buffer.alloc(0);

  constructor(socket: Socket, signal: AbortSignal) {
    this.socket = socket;
    this.signal = signal;
  }

  /** What came and was not taken. */
  get left(): number {
    return this.held.length;
  }

  /** Exactly this many bytes. Rejects when the connection ends before. */
  async take(count: number): Promise<Buffer> {
    while (this.held.length < count) await this.more();
    return this.cut(count);
  }

  /** All up to and with `mark`. Rejects when the connection ends before it or `atMost` bytes have come. */
  async takeThrough(mark: string, atMost: number): Promise<Buffer> {
    for (;;) {
      const found = this.held.indexOf(mark);
      if (found >= 0 && found + mark.length <= atMost) return this.cut(found + mark.length);
      if (found >= 0 || this.held.length >= atMost) throw new TooLongError('The answer has no end.');
      await this.more();
    }
  }

  private cut(count: number): Buffer {
    const taken = this.held.subarray(0, count);
    this.held = this.held.subarray(count);
    return taken;
  }

  private more(): Promise<void> {
    const { socket, signal } = this;
    return new Promise((resolve, reject) => {
      const done = (settle: () => void): void => {
        socket.off('readable', read).off('close', closed).off('end', closed);
        signal.removeEventListener('abort', aborted);
        settle();
      };
      const read = (): void => {
        const bytes: unknown = socket.read();
        if (!(bytes instanceof Buffer)) return;
        this.held = Buffer.concat([this.held, bytes]);
        done(resolve);
      };
      const closed = (): void =>
        done(() => reject(socket.errored ?? new ClosedError('The connection was closed.')));
      const aborted = (): void => done(() => reject(signal.reason));
      if (signal.aborted) return aborted();
      signal.addEventListener('abort', aborted);
      socket.on('readable', read).once('close', closed).once('end', closed);
      if (socket.destroyed || socket.readableEnded) closed();
      else read();
    });
  }
}

/** More came than any answer of a proxy is long. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** The connection ended in order, but too early. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError';
}

/** The head of an HTTP answer. */
export interface AnswerHead {
  readonly status: number;
  /** Names in lower case, in the order they came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Reads the head of an HTTP/1 answer; undefined where it is none. */
export function parseAnswerHead(bytes: Buffer): AnswerHead | undefined {
  const [line = '', ...rest] = bytes.toString('latin1').split('\r\n');
  const status = /^HTTP\/1\.[01] ([1-9]\d\d)(?: .*)?$/.exec(line)?.[1];
  if (status === undefined) return undefined;
  const headers: [string, string][] = [];
  for (const header of rest.slice(0, -2)) {
    const at = header.indexOf(':');
    if (at <= 0) return undefined;
    headers.push([header.slice(0, at).trim().toLowerCase(), header.slice(at + 1).trim()]);
  }
  return { status: Number(status), headers };
}
