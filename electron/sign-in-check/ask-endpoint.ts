import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { readSafely } from '../../shared/read-safely.ts';
import type { SignInStepResult } from '../../shared/sign-in-check.ts';
import { expectedIssuer, type Workspace } from '../../shared/workspace.ts';
import { authorizationServer } from '../auth/authorization-request.ts';
import { quotedWords } from '../service/answer-text.ts';
import type { SingleUseConnections } from '../service/single-use-connections.ts';

/** Timeouts for the sign-in server, ms. */
const TIMEOUTS = { head: 15_000, body: 5000, whole: 5000 };

/** Beyond this, certificates and token lifetimes fail, ms. */
const CLOCK_TOLERANCE_MS = 2 * 60 * 1000;

/** The authorization endpoint's answer to a request without parameters. */
export interface EndpointAnswer {
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
export async function probeEndpoint(
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
export function judgeEndpoint({ status }: EndpointAnswer, host: string): SignInStepResult {
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
export async function readPublishedIssuer(
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
export function judgeIssuer(published: Metadata | undefined, workspace: Workspace): SignInStepResult {
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
export function judgeClock({ date, askedAt }: EndpointAnswer): SignInStepResult {
  if (date === undefined) {
    return { step: 'clock', state: 'unclear', finding: { code: 'clock_not_told', values: null } };
  }
  const aheadMs = askedAt - date;
  return Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS
    ? { step: 'clock', state: 'ok', finding: { code: 'clock_right', values: null } }
    : { step: 'clock', state: 'problem', finding: { code: 'clock_wrong', values: { aheadMs } } };
}
