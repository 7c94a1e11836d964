import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecurely, type TLSSocket } from 'node:tls';

export interface SocketTarget {
  readonly host: string;
  readonly port: number;
}

export interface OpenSocketOptions {
  /** Ends the attempt; its reason is what the attempt fails with. */
  readonly signal: AbortSignal;
  /** Instead of the operating system's. */
  readonly lookup?: LookupFunction | undefined;
}

/** Opens a TCP connection. Rejects with Node's error, or the signal's reason. */
export function openTcp(
  { host, port }: SocketTarget,
  { signal, lookup }: OpenSocketOptions,
): Promise<Socket> {
  const socket = connectPlain({ host, port, ...(lookup && { lookup }) });
  socket.setNoDelay(true);
  return whenReady(socket, 'connect', signal);
}

/**
 * Speaks TLS over a connection, checked as every other: the server must prove that it is `host`. Closes it on failure.
 * `watch` sees the connection before its certificate is judged.
 */
export function startTls(
  socket: Socket,
  host: string,
  signal: AbortSignal,
  watch: (secured: TLSSocket) => void = () => undefined,
): Promise<TLSSocket> {
  const secured = connectSecurely({
    socket,
    // An address is no server name (RFC 6066 §3); as `host` it is what the certificate is compared with.
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ALPNProtocols: ['http/1.1'],
  });
  watch(secured);
  return whenReady(secured, 'secureConnect', signal);
}

/** Waits for a socket's event; a socket that fails, closes or is given up is destroyed. */
export function whenReady<Ready extends Socket>(
  socket: Ready,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Ready> {
  return new Promise((resolve, reject) => {
    // Kept for good: whoever takes the socket over hears of its end by `close`, and no error is left without a listener.
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
