import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

export interface SocketTarget {
  readonly host: string;
  readonly port: number;
}

interface OpenSocketOptions {
  /** Aborts the attempt, which then rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** Replaces the operating system's. */
  readonly lookup?: LookupFunction | undefined;
  /** Gets the socket before it connects. */
  readonly onStart?: (socket: Socket) => void;
}

/** Opens a TCP connection. Rejects with Node's error, or the signal's reason. */
export function openTcp(
  { host, port }: SocketTarget,
  { signal, lookup, onStart }: OpenSocketOptions,
): Promise<Socket> {
  const socket = connectTcp({ host, port, ...(lookup && { lookup }) });
  onStart?.(socket);
  socket.setNoDelay(true);
  return whenReady(socket, 'connect', signal);
}

/**
 * Starts TLS over a connection with the usual checks: the certificate must be valid for `host`. Destroys the socket on
 * failure. `onStart` gets the TLS socket before the certificate is verified.
 */
export function startTls(
  socket: Socket,
  host: string,
  signal: AbortSignal,
  onStart: (secured: TLSSocket) => void = () => undefined,
): Promise<TLSSocket> {
  const secured = connectTls({
    socket,
    // An IP address can't be a server name (RFC 6066 §3); `host` is what the certificate is checked against.
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ALPNProtocols: ['http/1.1'],
  });
  onStart(secured);
  return whenReady(secured, 'secureConnect', signal);
}

/** Waits for a socket's event. Destroys the socket if it fails, closes or is aborted. */
function whenReady<Ready extends Socket>(
  socket: Ready,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Ready> {
  return new Promise((resolve, reject) => {
    // Never removed: an error without a listener would be thrown. Later owners listen to `close`.
    socket.on('error', (error) => end(error));
    const end = (reason: unknown): void => {
      signal.removeEventListener('abort', abort);
      socket.destroy();
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    const abort = (): void => end(signal.reason);
    const close = (): void => end(new Error('The connection was closed.'));
    socket.once('close', close);
    socket.once(event, () => {
      socket.off('close', close);
      signal.removeEventListener('abort', abort);
      resolve(socket);
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}

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
class ClosedError extends Error {
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
