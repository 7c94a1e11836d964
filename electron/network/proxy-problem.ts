import type { ProxyProblem } from '../../shared/proxy-problems.ts';
import { systemReason } from './system-error.ts';

/** A problem with a proxy in which something failed: with what the system says of it, if it does. */
export function problemWith(
  code: 'not_reachable' | 'no_answer' | 'no_answer_to_connect' | 'certificate_not_trusted',
  cause: unknown,
): ProxyProblem {
  const reason = systemReason(cause);
  return reason === undefined ? { code: 'closed', values: null } : { code, values: { reason } };
}
