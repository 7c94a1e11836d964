import type { Socket } from 'node:net';
import { type ProxyServer, proxyName } from '../../shared/network.ts';
import type { SocketTarget } from './open-socket.ts';
import { type AnswerHead, parseAnswerHead, SocketBytes, TooLongError } from './proxy-answer.ts';
import { ProxyFailure } from './proxy-failure.ts';
import { problemWith } from './proxy-problem.ts';

/** No proxy says more than this before it lets a connection through, bytes. */
const LONGEST_HEAD = 32 * 1024;

/** More provisional answers (1xx) than this are no answer. */
const MOST_PROVISIONAL = 10;

export interface Credentials {
  readonly userName: string;
  readonly password: string;
}

/**
 * Asks an HTTP proxy for a tunnel (CONNECT, RFC 9110 §9.3.6). When it answers 2xx the socket is one to the target and
 * not a byte of it was read. Anything else rejects with a ProxyFailure; the socket is the caller's to close.
 *
 * `credentials` go out with the request and are those of this proxy alone (Basic, RFC 7617).
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
  const sign = credentials ? `Proxy-Authorization: Basic ${basic(credentials)}\r\n` : '';
  socket.write(
    `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Connection: keep-alive\r\n${sign}\r\n`,
  );
  const bytes = new SocketBytes(socket, signal);
  const head = await readHead(bytes, name);
  if (head.status === 407) throw signInFailure(head, name, credentials !== undefined);
  if (head.status < 200 || head.status > 299) {
    const { status } = head;
    const problem = { code: 'connect_refused', values: { httpStatus: status } } as const;
    throw new ProxyFailure('refused', name, problem, { status });
  }
  // Whoever is asked for a TLS connection speaks second: what came early is not from there.
  if (bytes.left > 0) throw unreadable(name, 'spoke_first');
}

/** The answer that counts: provisional ones are passed over. */
async function readHead(bytes: SocketBytes, name: string): Promise<AnswerHead> {
  for (let provisional = 0; provisional <= MOST_PROVISIONAL; provisional += 1) {
    const head = parseAnswerHead(await headBytes(bytes, name));
    if (!head) throw unreadable(name, 'not_http');
    if (head.status >= 200) return head;
  }
  throw unreadable(name, 'only_provisional');
}

async function headBytes(bytes: SocketBytes, name: string): Promise<Buffer> {
  try {
    return await bytes.takeThrough('\r\n\r\n', LONGEST_HEAD);
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

/** 407: what the proxy wants to know, and whether that can be told at all. */
function signInFailure({ headers }: AnswerHead, name: string, tried: boolean): ProxyFailure {
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

/** The schemes one header offers (RFC 9110 §11.3): each is a word that no `=` follows. */
function schemesIn(value: string): string[] {
  const unquoted = value.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return unquoted
    .split(',')
    .map((part) => /^\s*([a-z][a-z0-9_-]{0,30})(?:\s|$)/i.exec(part)?.[1]?.toLowerCase())
    .filter((scheme) => scheme !== undefined);
}

/** In UTF-8, as RFC 7617 §2.1 would have it. */
function basic({ userName, password }: Credentials): string {
  return Buffer.from(`${userName}:${password}`, 'utf8').toString('base64');
}
