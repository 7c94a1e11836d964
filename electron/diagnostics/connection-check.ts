import { connect } from 'node:net';
import { z } from 'zod';
import {
  type CheckPart,
  type CheckPlan,
  type CheckResult,
  type CheckStep,
  partsOf,
} from '../../shared/connection-check.ts';
import type { Finding } from '../../shared/findings.ts';
import type { HopResult } from '../../shared/network.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { readSafely } from '../../shared/read-safely.ts';
import type { SessionStatus } from '../../shared/session.ts';
import { expectedIssuer, redirectWay, type Workspace } from '../../shared/workspace.ts';
import { authorizationServer } from '../auth/authorization.ts';
import { listenOnLoopback } from '../auth/session.ts';
import { type AuthorityOrigins, ConnectionTrace } from '../network/connection-trace.ts';
import type { Network } from '../network/network.ts';
import { errorCode } from '../network/system-error.ts';
import { answerText, quotedWords } from '../service/answer-words.ts';
import type { Answer } from '../service/exchange.ts';
import { SingleUseConnections } from '../service/service-connections.ts';

/** The program that handles the app's links. */
export type SchemeOwner =
  | { readonly kind: 'callboard' }
  | { readonly kind: 'other'; readonly name: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unknown'; readonly missing: boolean };

/** What the connection check needs of the computer and its network. */
export interface ConnectionCheckPorts {
  schemeOwner(): Promise<SchemeOwner>;
  /** Whether later instances pass their links to this one. */
  holdsInstanceLock(): boolean;
  /** The network of submissions and sign-ins. */
  readonly network: Network & { readonly authorities: AuthorityOrigins };
  /** UTC ms. */
  now(): number;
}

/** For each route that the network settings name, ms. */
const CONNECT_MS = 10_000;

/** Timeouts for answers, ms. */
const TIMEOUTS = { head: 15_000, body: 5000, whole: 5000 };

/** Beyond this, certificates and token lifetimes fail, ms. */
const CLOCK_TOLERANCE_MS = 2 * 60 * 1000;

/** Tests each part of a workspace's connection separately, to name the one that fails. Changes nothing and signs nobody in. */
export class ConnectionCheck {
  private readonly ports: ConnectionCheckPorts;

  constructor(ports: ConnectionCheckPorts) {
    this.ports = ports;
  }

  plan({ redirectUri }: Workspace): CheckPlan {
    const way = redirectWay(redirectUri);
    return { redirectUri, way, parts: partsOf(way) };
  }

  /** Checks the steps of a part, in the plan's order. Never rejects: a failure is a result. */
  async run(part: CheckPart, workspace: Workspace, session: SessionStatus): Promise<CheckResult[]> {
    switch (part) {
      case 'sign_in':
        return this.checkSignIn(workspace);
      case 'way_back':
        return this.checkWayBack(workspace, session);
      case 'service':
        return [await this.checkService(workspace)];
    }
  }

  /**
   * GET {auth_url}/oauth2/authorize without parameters, which signs nobody in (RFC 6749 §3.1: the endpoint must support
   * GET). Follows no redirect.
   */
  private async checkSignIn(workspace: Workspace): Promise<CheckResult[]> {
    const { origin, pathname, host } = new URL(authorizationServer(workspace).authorization_endpoint ?? '');
    const startedAt = this.ports.now();
    const { hops, answer } = await askTraced(this.ports.network, new URL(pathname, origin));
    const askedAt = Math.round((startedAt + this.ports.now()) / 2);
    if (!answer) {
      return [
        { ...failedWay('sign_in', hops, host), hops },
        { step: 'clock', ...noAnswer(host) },
        { step: 'issuer', ...noAnswer(host) },
      ];
    }
    const issuer = await this.publishedIssuer(workspace).then(
      (published) => judgeIssuer(published, workspace),
      (): CheckResult => ({ step: 'issuer', ...noAnswer(host) }),
    );
    return [{ ...judgeSignInPage(answer.status, host), hops }, judgeClock(answer.date, askedAt), issuer];
  }

  /**
   * What the sign-in server publishes about itself (RFC 8414 §3, OpenID Connect Discovery §4); undefined if nothing. Rejects
   * if there is no answer.
   */
  private async publishedIssuer({ authUrl }: Workspace): Promise<Metadata | undefined> {
    const { origin, pathname } = new URL(authUrl);
    const path = pathname.replace(/\/$/, '');
    for (const address of [
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${authUrl}/.well-known/openid-configuration`,
    ]) {
      const connections = new SingleUseConnections(this.ports.network, CONNECT_MS);
      const request = { method: 'GET', headers: { accept: 'application/json' } } as const;
      const { status, body, cutShort } = await connections.exchange(new URL(address), request, TIMEOUTS);
      const published = status === 200 && !cutShort ? readSafely(metadata, parseJson(body)).data : undefined;
      if (published) return published;
    }
    return undefined;
  }

  private async checkWayBack({ redirectUri }: Workspace, session: SessionStatus): Promise<CheckResult[]> {
    switch (redirectWay(redirectUri)) {
      case 'custom_scheme':
        return [
          judgeSchemeOwner(await this.ports.schemeOwner()),
          judgeInstanceLock(this.ports.holdsInstanceLock()),
        ];
      case 'loopback':
        return [await checkLoopbackPort(redirectUri, session.phase === 'waiting_for_browser')];
      case 'paste':
        return [];
    }
  }

  /** A GET of the bare service address, without a token: any service answers it somehow. */
  private async checkService({ baseUrl }: Workspace): Promise<CheckResult> {
    const url = new URL(baseUrl);
    const { hops, answer } = await askTraced(this.ports.network, url);
    const { host } = url;
    return answer ? { ...judgeService(answer, host), hops } : { ...failedWay('service', hops, host), hops };
  }
}

/** A GET by the connector and HTTP client of every other call, with each step of its connection; no answer if one failed. */
export async function askTraced(
  network: ConnectionCheckPorts['network'],
  url: URL,
  connectMs = CONNECT_MS,
  timeouts = TIMEOUTS,
): Promise<{ readonly hops: readonly HopResult[]; readonly answer: Answer | undefined }> {
  const trace = new ConnectionTrace(network.authorities);
  const traced: Network = { connector: (timeoutMs) => network.connector(timeoutMs, trace) };
  const connections = new SingleUseConnections(traced, connectMs);
  try {
    const answer = await connections.exchange(url, { method: 'GET', headers: {} }, timeouts);
    trace.done({ code: 'http_answered', values: { status: answer.status } });
    return { hops: trace.hops, answer };
  } catch (error) {
    trace.failed(error);
    return { hops: trace.hops, answer: undefined };
  }
}

/** The finding of the last step that failed: a proxy that failed before another one worked doesn't matter. */
function failedWay(step: CheckStep, hops: readonly HopResult[], host: string): CheckResult {
  const failed = hops.findLast(({ state }) => state === 'failed');
  return failed ? { step, state: 'problem', finding: failed.finding } : { step, ...noAnswer(host) };
}

function noAnswer(host: string): Pick<CheckResult, 'state' | 'finding'> {
  return { state: 'unclear', finding: { code: 'no_answer', values: { host } } };
}

/** Whether there seems to be a sign-in page. An error about missing parameters counts as one. */
function judgeSignInPage(status: number, host: string): CheckResult {
  const values = { host, status };
  if (status === 404 || status === 410) {
    return { step: 'sign_in', state: 'problem', finding: { code: 'sign_in_page_missing', values } };
  }
  if (status >= 500) {
    return { step: 'sign_in', state: 'problem', finding: { code: 'sign_in_page_broken', values } };
  }
  return { step: 'sign_in', state: 'ok', finding: { code: 'sign_in_page_found', values } };
}

/** Statuses by which a firewall's page or a sign-in to the network often takes the service's place (RFC 6585 §6, RFC 7725). */
const OF_ANOTHER = [403, 407, 451, 511];

/** Whether the service answers. Without a token, refusing the request is its right answer. */
function judgeService({ status, body }: Answer, host: string): CheckResult {
  const values = { host, status, said: quotedWords(answerText(body)) };
  if (status >= 500 && status !== 511) {
    return { step: 'service', state: 'problem', finding: { code: 'service_broken', values } };
  }
  if ((status >= 300 && status < 400) || OF_ANOTHER.includes(status)) {
    return { step: 'service', state: 'unclear', finding: { code: 'service_in_doubt', values } };
  }
  return { step: 'service', state: 'ok', finding: { code: 'service_answered', values } };
}

const metadata = z.looseObject({
  issuer: z.string().min(1),
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
});
type Metadata = z.output<typeof metadata>;

/** Whether the connection expects the issuer that the server publishes. Only answers decide, so another one may do no harm. */
function judgeIssuer(published: Metadata | undefined, workspace: Workspace): CheckResult {
  const expected = expectedIssuer(workspace);
  if (!published) {
    return { step: 'issuer', state: 'ok', finding: { code: 'issuer_not_told', values: { expected } } };
  }
  const issuer = quotedWords(published.issuer);
  if (published.issuer === authorizationServer(workspace, published.issuer).issuer) {
    return { step: 'issuer', state: 'ok', finding: { code: 'issuer_expected', values: { issuer } } };
  }
  const state = published.authorization_response_iss_parameter_supported ? 'problem' : 'unclear';
  return { step: 'issuer', state, finding: { code: 'issuer_differs', values: { issuer, expected } } };
}

/** Whether this computer's clock agrees with the sign-in server's. `date`: its `Date` header; `askedAt`: UTC ms. */
function judgeClock(date: string | undefined, askedAt: number): CheckResult {
  const theirs = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) {
    return { step: 'clock', state: 'unclear', finding: { code: 'clock_not_told', values: null } };
  }
  const aheadMs = askedAt - theirs;
  return Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS
    ? { step: 'clock', state: 'ok', finding: { code: 'clock_right', values: null } }
    : { step: 'clock', state: 'problem', finding: { code: 'clock_wrong', values: { aheadMs } } };
}

const LISTENER_TIMEOUT_MS = 5000;

/**
 * Whether a browser could reach the loopback redirect address: listens there as a sign-in does, and connects to it.
 * `signingIn`: a sign-in is listening there now, which proves the same.
 */
async function checkLoopbackPort(redirectUri: string, signingIn: boolean): Promise<CheckResult> {
  const { host } = new URL(redirectUri);
  if (signingIn) {
    return { step: 'port', state: 'ok', finding: { code: 'port_in_use_by_sign_in', values: { host } } };
  }
  try {
    const listener = await listenOnLoopback(redirectUri, () => false);
    try {
      const { hosts, port } = listener;
      for (const host of hosts) await connectTo(host, port);
      return { step: 'port', state: 'ok', finding: { code: 'port_free', values: { hosts, port } } };
    } finally {
      listener.close();
    }
  } catch (error) {
    return { step: 'port', state: 'problem', finding: findingOf(error, redirectUri) };
  }
}

function connectTo(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    socket.setTimeout(LISTENER_TIMEOUT_MS, () =>
      socket.destroy(new Error('Timed out connecting to the listener.')),
    );
    socket.once('connect', () => {
      resolve();
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

function findingOf(error: unknown, redirectUri: string): Finding {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return { code: 'port_taken', values: { redirectUri } };
  if (code === 'EACCES') return { code: 'port_forbidden', values: { redirectUri } };
  return { code: 'port_not_reached', values: { redirectUri } };
}

/** Whether the return address, an `app.callboard:` link, would open this app. */
function judgeSchemeOwner(owner: SchemeOwner): CheckResult {
  switch (owner.kind) {
    case 'callboard':
      return { step: 'link', state: 'ok', finding: { code: 'links_open_here', values: null } };
    case 'other': {
      const values = { program: owner.name };
      return { step: 'link', state: 'problem', finding: { code: 'links_open_elsewhere', values } };
    }
    case 'nobody':
      return { step: 'link', state: 'problem', finding: { code: 'links_open_nowhere', values: null } };
    case 'unknown': {
      const values = { missing: owner.missing };
      return { step: 'link', state: 'unclear', finding: { code: 'links_not_known', values } };
    }
  }
}

/** Whether a second instance would pass its link to this one. */
function judgeInstanceLock(held: boolean): CheckResult {
  return held
    ? { step: 'instance', state: 'ok', finding: { code: 'instance_found', values: null } }
    : { step: 'instance', state: 'problem', finding: { code: 'instance_not_found', values: null } };
}
