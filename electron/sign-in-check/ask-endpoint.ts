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
  if (status === 404 || status === 410) {
    return {
      step: 'endpoint',
      state: 'problem',
      words: `${host} answers, but has no sign-in page at this address (HTTP ${status}).`,
      nextStep: 'Check the sign-in address in the connection settings.',
    };
  }
  if (status >= 500) {
    return {
      step: 'endpoint',
      state: 'problem',
      words: `${host} answers with HTTP ${status}: the sign-in service has a problem of its own.`,
      nextStep: 'Try again in a few minutes. If it stays so, tell the administrator of the service.',
    };
  }
  return { step: 'endpoint', state: 'ok', words: `The sign-in page of ${host} answers (HTTP ${status}).` };
}

/** Whether this computer's clock is about that of the sign-in service. */
export function judgeClock({ date, askedAt }: EndpointAnswer): SignInStepResult {
  if (date === undefined) {
    return { step: 'clock', state: 'unclear', words: 'The sign-in service does not say what time it is.' };
  }
  const off = askedAt - date;
  if (Math.abs(off) <= CLOCK_TOLERANCE_MS) {
    return {
      step: 'clock',
      state: 'ok',
      words: 'The clock of this computer agrees with the sign-in service.',
    };
  }
  return {
    step: 'clock',
    state: 'problem',
    words: `The clock of this computer is ${lengthOf(Math.abs(off))} ${off > 0 ? 'ahead of' : 'behind'} the sign-in service.`,
    nextStep: 'Let the system set date and time by itself. Certificates and sign-ins depend on them.',
  };
}

function lengthOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
