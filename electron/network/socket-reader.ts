import type { Socket } from 'node:net';

/** Reads exact numbers of bytes from a socket. */
export class SocketReader {
  private readonly socket: Socket;
  private readonly signal: AbortSignal;
  private buffer = Buffer.alloc(0);

  constructor(socket: Socket, signal: AbortSignal) {
    this.socket = socket;
    this.signal = signal;
  }

  /** Bytes received but not read. */
  get buffered(): number {
    return this.buffer.length;
  }

  /** Reads exactly `count` bytes. Rejects if the connection closes first. */
  async read(count: number): Promise<Buffer> {
    while (this.buffer.length < count) await this.fill();
    return this.shift(count);
  }

  /** Reads through `delimiter`. Rejects if the connection closes first or after `maxBytes`. */
  async readThrough(delimiter: string, maxBytes: number): Promise<Buffer> {
    for (;;) {
      const found = this.buffer.indexOf(delimiter);
      if (found >= 0 && found + delimiter.length <= maxBytes) return this.shift(found + delimiter.length);
      if (found >= 0 || this.buffer.length >= maxBytes) throw new TooLongError('The response has no end.');
      await this.fill();
    }
  }

  private shift(count: number): Buffer {
    const bytes = this.buffer.subarray(0, count);
    this.buffer = this.buffer.subarray(count);
    return bytes;
  }

  private fill(): Promise<void> {
    const { socket, signal } = this;
    return new Promise((resolve, reject) => {
      const done = (settle: () => void): void => {
        socket.off('readable', onReadable).off('close', closed).off('end', closed);
        signal.removeEventListener('abort', aborted);
        settle();
      };
      const onReadable = (): void => {
        const bytes: unknown = socket.read();
        if (!(bytes instanceof Buffer)) return;
        this.buffer = Buffer.concat([this.buffer, bytes]);
        done(resolve);
      };
      const closed = (): void =>
        done(() => reject(socket.errored ?? new ClosedError('The connection was closed.')));
      const aborted = (): void => done(() => reject(signal.reason));
      if (signal.aborted) return aborted();
      signal.addEventListener('abort', aborted);
      socket.on('readable', onReadable).once('close', closed).once('end', closed);
      if (socket.destroyed || socket.readableEnded) closed();
      else onReadable();
    });
  }
}

/** The response exceeds its size limit. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** The connection was closed cleanly before the response was complete. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError';
}

/** Status and headers of an HTTP response. */
export interface ResponseHead {
  readonly status: number;
  /** In order; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Parses the head of an HTTP/1 response; undefined if it is malformed. */
export function parseResponseHead(bytes: Buffer): ResponseHead | undefined {
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
