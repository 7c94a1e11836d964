import type { ProxyProblem } from '../../shared/proxy-problems.ts';
import { systemReason } from './system-error.ts';

/** A proxy problem with the system's error message, or `closed` if there is none. */
export function problemWith(
  code: 'not_reachable' | 'no_answer' | 'no_answer_to_connect' | 'certificate_not_trusted',
  cause: unknown,
): ProxyProblem {
  const reason = systemReason(cause);
  return reason === undefined ? { code: 'closed', values: null } : { code, values: { reason } };
}
