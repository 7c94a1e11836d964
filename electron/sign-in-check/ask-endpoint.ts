import type { SignInStepResult } from '../../shared/sign-in-check.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { authorizationServer } from '../auth/authorization-request.ts';
import type { SingleUseConnections } from '../service/single-use-connections.ts';

/** How long the sign-in server is waited for, ms. */
const PATIENCE = { head: 15_000, body: 5000, whole: 5000 };

/** A clock that is this far off makes certificates and lifetimes of sign-ins go wrong, ms. */
const CLOCK_TOLERANCE_MS = 2 * 60 * 1000;

/** What the authorization endpoint answered to a request that asks for nothing. */
export interface EndpointAnswer {
  readonly status: number;
  /** Its clock by its `Date` header, UTC ms; undefined without a readable one. */
  readonly date: number | undefined;
  /** This computer's clock in the middle of the exchange, UTC ms. */
  readonly askedAt: number;
}

/**
 * GET {auth_url}/oauth2/authorize without parameters: nobody is signed in by that, and no redirect is followed (RFC 6749
 * §3.1: the endpoint must take GET). Rejects where there was no answer.
 */
export async function askEndpoint(
  connection: SingleUseConnections,
  workspace: Workspace,
  now: () => number,
): Promise<EndpointAnswer> {
  const { origin, pathname } = new URL(authorizationServer(workspace).authorization_endpoint ?? '');
  const begun = now();
  // What it says is for a browser; only its head counts.
  const { status, date: header } = await connection.exchange(
    new URL(pathname, origin),
    { method: 'GET', headers: {} },
    PATIENCE,
  );
  const askedAt = Math.round((begun + now()) / 2);
  const date = header === undefined ? Number.NaN : Date.parse(header);
  return { status, date: Number.isNaN(date) ? undefined : date, askedAt };
}

/** Whether a sign-in page seems to be there. A complaint about missing parameters is as good as a page. */
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

/** Whether this computer's clock is about that of the sign-in service. */
export function judgeClock({ date, askedAt }: EndpointAnswer): SignInStepResult {
  if (date === undefined) {
    return { step: 'clock', state: 'unclear', finding: { code: 'clock_not_told', values: null } };
  }
  const aheadMs = askedAt - date;
  return Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS
    ? { step: 'clock', state: 'ok', finding: { code: 'clock_right', values: null } }
    : { step: 'clock', state: 'problem', finding: { code: 'clock_wrong', values: { aheadMs } } };
}
