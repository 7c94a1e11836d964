import type { Socket } from 'node:net';
import { type ProxyServer, proxyName } from '../../shared/network.ts';
import type { SocketTarget } from './open-socket.ts';
import { ProxyFailure } from './proxy-failure.ts';
import { problemWith } from './proxy-problem.ts';
import { parseResponseHead, type ResponseHead, SocketReader, TooLongError } from './socket-reader.ts';

/** Bytes. */
const MAX_HEAD_SIZE = 32 * 1024;

/** Limit on 1xx responses. */
const MAX_PROVISIONAL = 10;

export interface Credentials {
  readonly userName: string;
  readonly password: string;
}

/**
 * Requests a tunnel from an HTTP proxy (CONNECT, RFC 9110 §9.3.6). After a 2xx the socket leads to the target, with no
 * byte of it read. Anything else rejects with a ProxyFailure; the caller closes the socket.
 *
 * `credentials` are sent with the request (Basic, RFC 7617), so pass only this proxy's.
 */
export async function connectTunnel(
  socket: Socket,
  proxy: ProxyServer,
  target: SocketTarget,
  signal: AbortSignal,
  credentials?: Credentials,
): Promise<void> {
  const name = proxyName(proxy);
  const authority = proxyName(target);
  const authorization = credentials ? `Proxy-Authorization: Basic ${basic(credentials)}\r\n` : '';
  socket.write(
    `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Connection: keep-alive\r\n${authorization}\r\n`,
  );
  const reader = new SocketReader(socket, signal);
  const head = await readHead(reader, name);
  if (head.status === 407) throw signInFailure(head, name, credentials !== undefined);
  if (head.status < 200 || head.status > 299) {
    const { status } = head;
    const problem = { code: 'connect_refused', values: { httpStatus: status } } as const;
    throw new ProxyFailure('refused', name, problem, { status });
  }
  // The target waits for the client's first bytes, so early bytes come from the proxy.
  if (reader.buffered > 0) throw unreadable(name, 'spoke_first');
}

/** The final response; skips 1xx. */
async function readHead(reader: SocketReader, name: string): Promise<ResponseHead> {
  for (let provisional = 0; provisional <= MAX_PROVISIONAL; provisional += 1) {
    const head = parseResponseHead(await readHeadBytes(reader, name));
    if (!head) throw unreadable(name, 'not_http');
    if (head.status >= 200) return head;
  }
  throw unreadable(name, 'only_provisional');
}

async function readHeadBytes(reader: SocketReader, name: string): Promise<Buffer> {
  try {
    return await reader.readThrough('\r\n\r\n', MAX_HEAD_SIZE);
  } catch (cause) {
    if (cause instanceof TooLongError) throw unreadable(name, 'endless');
    throw new ProxyFailure('not_reachable', name, problemWith('no_answer_to_connect', cause), { cause });
  }
}

function unreadable(
  name: string,
  code: 'spoke_first' | 'not_http' | 'only_provisional' | 'endless',
): ProxyFailure {
  return new ProxyFailure('unreadable', name, { code, values: null });
}

/** The failure for a 407, by the schemes the proxy offers. */
function signInFailure({ headers }: ResponseHead, name: string, tried: boolean): ProxyFailure {
  const schemes = headers
    .filter(([header]) => header === 'proxy-authenticate')
    .flatMap(([, value]) => schemesIn(value));
  const status = 407;
  if (schemes.includes('basic') || schemes.length === 0) {
    const code = tried ? 'credentials_refused' : 'credentials_needed';
    return new ProxyFailure('sign_in_needed', name, { code, values: null }, { status });
  }
  return new ProxyFailure(
    'sign_in_unsupported',
    name,
    { code: 'sign_in_unsupported', values: { schemes } },
    { status },
  );
}

/** The schemes in a challenge (RFC 9110 §11.3): words not followed by `=`. */
function schemesIn(value: string): string[] {
  const unquoted = value.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return unquoted
    .split(',')
    .map((part) => /^\s*([a-z][a-z0-9_-]{0,30})(?:\s|$)/i.exec(part)?.[1]?.toLowerCase())
    .filter((scheme) => scheme !== undefined);
}

/** In UTF-8 (RFC 7617 §2.1). */
function basic({ userName, password }: Credentials): string {
  return Buffer.from(`${userName}:${password}`, 'utf8').toString('base64');
}
