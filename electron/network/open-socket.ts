import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

export interface SocketTarget {
  readonly host: string;
  readonly port: number;
}

export interface OpenSocketOptions {
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
