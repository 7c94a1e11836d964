import type { Socket } from 'node:net';
import { type ProxyServer, proxyName } from '../../shared/network.ts';
import type { SocketTarget } from './open-socket.ts';
import { type AnswerHead, parseAnswerHead, SocketBytes, TooLongError } from './proxy-answer.ts';
import { ProxyFailure } from './proxy-failure.ts';

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
    throw new ProxyFailure('refused', name, `The proxy answered CONNECT with HTTP ${head.status}.`, {
      status: head.status,
    });
  }
  // Whoever is asked for a TLS connection speaks second: what came early is not from there.
  if (bytes.left > 0) throw unreadable(name, 'The proxy sent something before the connection began.');
}

/** The answer that counts: provisional ones are passed over. */
async function readHead(bytes: SocketBytes, name: string): Promise<AnswerHead> {
  for (let provisional = 0; provisional <= MOST_PROVISIONAL; provisional += 1) {
    const head = parseAnswerHead(await headBytes(bytes, name));
    if (!head) throw unreadable(name, 'What the proxy answered is not HTTP.');
    if (head.status >= 200) return head;
  }
  throw unreadable(name, 'The proxy answered with nothing but provisional answers.');
}

async function headBytes(bytes: SocketBytes, name: string): Promise<Buffer> {
  try {
    return await bytes.takeThrough('\r\n\r\n', LONGEST_HEAD);
  } catch (cause) {
    if (cause instanceof TooLongError) throw unreadable(name, 'The answer of the proxy has no end.');
    const how = cause instanceof Error ? cause.message : String(cause);
    throw new ProxyFailure('not_reachable', name, `The proxy did not answer CONNECT: ${how}`, { cause });
  }
}

function unreadable(name: string, message: string): ProxyFailure {
  return new ProxyFailure('unreadable', name, message);
}

/** 407: what the proxy wants to know, and whether that can be told at all. */
function signInFailure({ headers }: AnswerHead, name: string, tried: boolean): ProxyFailure {
  const schemes = headers
    .filter(([header]) => header === 'proxy-authenticate')
    .flatMap(([, value]) => schemesIn(value));
  const status = 407;
  if (schemes.includes('basic') || schemes.length === 0) {
    const message = tried
      ? 'The proxy does not accept the user name and password.'
      : 'The proxy asks for a user name and password.';
    return new ProxyFailure('sign_in_needed', name, message, { status });
  }
  const asked = schemes.map((scheme) => SCHEME_NAMES[scheme] ?? scheme).join(' or ');
  return new ProxyFailure(
    'sign_in_unsupported',
    name,
    `The proxy asks for a sign-in by ${asked}, which Callboard cannot do.`,
    { status },
  );
}

const SCHEME_NAMES: Readonly<Record<string, string>> = {
  ntlm: 'NTLM',
  negotiate: 'Kerberos (Negotiate)',
  kerberos: 'Kerberos',
  digest: 'Digest',
  bearer: 'Bearer',
};

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
