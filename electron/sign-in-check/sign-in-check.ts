import { connect } from 'node:net';
import { z } from 'zod';
import type { Finding } from '../../shared/findings.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { readSafely } from '../../shared/read-safely.ts';
import type { SessionStatus } from '../../shared/session.ts';
import {
  type SignInPlan,
  type SignInStep,
  type SignInStepResult,
  stepsOf,
} from '../../shared/sign-in-check.ts';
import { expectedIssuer, redirectWay, type Workspace } from '../../shared/workspace.ts';
import { authorizationServer } from '../auth/authorization-request.ts';
import { listenOnLoopback } from '../auth/loopback-listener.ts';
import { errorCode } from '../network/system-error.ts';
import { quotedWords } from '../service/answer-text.ts';
import type { SingleUseConnections } from '../service/single-use-connections.ts';
import type { SchemeOwner, SignInCheckPorts } from './ports.ts';

/** Timeouts for the sign-in server, ms. */
const TIMEOUTS = { head: 15_000, body: 5000, whole: 5000 };

/** Beyond this, certificates and token lifetimes fail, ms. */
const CLOCK_TOLERANCE_MS = 2 * 60 * 1000;

/** The authorization endpoint's answer to a request without parameters. */
interface EndpointAnswer {
  readonly status: number;
  /** Its `Date` header, UTC ms; undefined without a valid one. */
  readonly date: number | undefined;
  /** This computer's clock halfway through the exchange, UTC ms. */
  readonly askedAt: number;
}

/**
 * GET {auth_url}/oauth2/authorize without parameters, which signs nobody in (RFC 6749 §3.1: the endpoint must support
 * GET). Follows no redirect. Rejects if there is no answer.
 */
async function probeEndpoint(
  connection: SingleUseConnections,
  workspace: Workspace,
  now: () => number,
): Promise<EndpointAnswer> {
  const { origin, pathname } = new URL(authorizationServer(workspace).authorization_endpoint ?? '');
  const startedAt = now();

  const { status, date: header } = await connection.exchange(
    new URL(pathname, origin),
    { method: 'GET', headers: {} },
    TIMEOUTS,
  );
  const askedAt = Math.round((startedAt + now()) / 2);
  const date = header === undefined ? Number.NaN : Date.parse(header);
  return { status, date: Number.isNaN(date) ? undefined : date, askedAt };
}

/** Whether there seems to be a sign-in page. An error about missing parameters counts as one. */
function judgeEndpoint({ status }: EndpointAnswer, host: string): SignInStepResult {
  const values = { host, status };
  if (status === 404 || status === 410) {
    return { step: 'endpoint', state: 'problem', finding: { code: 'sign_in_page_missing', values } };
  }
  if (status >= 500) {
    return { step: 'endpoint', state: 'problem', finding: { code: 'sign_in_page_broken', values } };
  }
  return { step: 'endpoint', state: 'ok', finding: { code: 'sign_in_page_found', values } };
}

const metadata = z.looseObject({
  issuer: z.string().min(1),
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
});
type Metadata = z.output<typeof metadata>;

/**
 * What the sign-in server publishes about itself (RFC 8414 §3, OpenID Connect Discovery §4); undefined if nothing. Rejects if
 * there is no answer.
 */
async function readPublishedIssuer(
  connection: SingleUseConnections,
  { authUrl }: Workspace,
): Promise<Metadata | undefined> {
  const { origin, pathname } = new URL(authUrl);
  const path = pathname.replace(/\/$/, '');
  for (const address of [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${authUrl}/.well-known/openid-configuration`,
  ]) {
    const request = { method: 'GET', headers: { accept: 'application/json' } } as const;
    const { status, body, cutShort } = await connection.exchange(new URL(address), request, TIMEOUTS);
    const published = status === 200 && !cutShort ? readSafely(metadata, parseJson(body)).data : undefined;
    if (published) return published;
  }
  return undefined;
}

/** Whether the connection expects the issuer that the server publishes. Only answers decide, so another one may do no harm. */
function judgeIssuer(published: Metadata | undefined, workspace: Workspace): SignInStepResult {
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

/** Whether this computer's clock agrees with the sign-in server's. */
function judgeClock({ date, askedAt }: EndpointAnswer): SignInStepResult {
  if (date === undefined) {
    return { step: 'clock', state: 'unclear', finding: { code: 'clock_not_told', values: null } };
  }
  const aheadMs = askedAt - date;
  return Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS
    ? { step: 'clock', state: 'ok', finding: { code: 'clock_right', values: null } }
    : { step: 'clock', state: 'problem', finding: { code: 'clock_wrong', values: { aheadMs } } };
}

const TIMEOUT_MS = 5000;

/**
 * Whether a browser could reach the loopback redirect address: listens there as a sign-in does, and connects to it.
 * `signingIn`: a sign-in is listening there now, which proves the same.
 */
async function checkLoopbackPort(redirectUri: string, signingIn: boolean): Promise<SignInStepResult> {
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
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('Timed out connecting to the listener.')));
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
function judgeSchemeOwner(owner: SchemeOwner): SignInStepResult {
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
function judgeInstanceLock(held: boolean): SignInStepResult {
  return held
    ? { step: 'instance', state: 'ok', finding: { code: 'instance_found', values: null } }
    : { step: 'instance', state: 'problem', finding: { code: 'instance_not_found', values: null } };
}

/** How long the `endpoint` step's answer can serve the `clock` step, ms. */
const ANSWER_TTL_MS = 10_000;

/** Tests each part of a sign-in separately, to name the one that fails. Changes nothing and signs nobody in. */
export class SignInCheck {
  private readonly ports: SignInCheckPorts;
  private answer:
    | { readonly of: Workspace; readonly at: number; readonly value: Promise<EndpointAnswer> }
    | undefined;

  constructor(ports: SignInCheckPorts) {
    this.ports = ports;
  }

  plan({ redirectUri }: Workspace): SignInPlan {
    const way = redirectWay(redirectUri);
    return { redirectUri, way, steps: stepsOf(way) };
  }

  /** Runs one step. Never rejects: a failure is a result. */
  async run(step: SignInStep, workspace: Workspace, session: SessionStatus): Promise<SignInStepResult> {
    try {
      return await this.tryStep(step, workspace, session);
    } catch {
      // The `network` step names the hop that failed.
      const { host } = new URL(workspace.authUrl);
      return { step, state: 'unclear', finding: { code: 'no_answer', values: { host } } };
    }
  }

  private async tryStep(
    step: SignInStep,
    workspace: Workspace,
    session: SessionStatus,
  ): Promise<SignInStepResult> {
    switch (step) {
      case 'network':
        return this.tryNetwork(workspace);
      case 'endpoint':
        return judgeEndpoint(await this.probe(workspace), new URL(workspace.authUrl).host);
      case 'issuer':
        return judgeIssuer(await readPublishedIssuer(this.ports.connection, workspace), workspace);
      case 'clock':
        return judgeClock(await (this.freshAnswer(workspace) ?? this.probe(workspace)));
      case 'link':
        return judgeSchemeOwner(await this.ports.schemeOwner());
      case 'instance':
        return judgeInstanceLock(this.ports.holdsInstanceLock());
      case 'port':
        return checkLoopbackPort(workspace.redirectUri, session.phase === 'waiting_for_browser');
    }
  }

  private async tryNetwork(workspace: Workspace): Promise<SignInStepResult> {
    const address = new URL(authorizationServer(workspace).authorization_endpoint ?? workspace.authUrl);
    const { state, hops } = await this.ports.testAddress(address);
    // If any route works, a proxy that failed before it doesn't matter.
    const { host } = address;
    if (state === 'ok') {
      return { step: 'network', state, finding: { code: 'way_free', values: { host } }, hops };
    }
    const finding = hops.findLast((hop) => hop.state === 'failed')?.finding;
    return finding
      ? { step: 'network', state: 'problem', finding, hops }
      : { step: 'network', state: 'unclear', finding: { code: 'way_too_slow', values: { host } }, hops };
  }

  private probe(workspace: Workspace): Promise<EndpointAnswer> {
    const { connection, now } = this.ports;
    const value = probeEndpoint(connection, workspace, now);
    this.answer = { of: workspace, at: now(), value };
    return value;
  }

  private freshAnswer(workspace: Workspace): Promise<EndpointAnswer> | undefined {
    const { of, at, value } = this.answer ?? {};
    const fresh = at !== undefined && Math.abs(this.ports.now() - at) < ANSWER_TTL_MS;
    return of === workspace && fresh ? value : undefined;
  }
}
