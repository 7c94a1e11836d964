import type { FailureCode } from '../../../shared/failures.ts';

/** Failed sign-ins that fail again until the connection settings are corrected. */
const CODES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'client_secret_missing',
  'invalid_client',
  'app_not_accepted',
  'wrong_issuer',
  'redirect_port_taken',
  'not_a_sign_in_service',
  'sign_in_redirected',
  'sign_in_unexpected',
]);

/** Whether a failed sign-in is cured in the connection settings, so that they are offered before another sign-in. */
export function isCuredInConnection(reason: { readonly code: FailureCode } | undefined): boolean {
  return reason !== undefined && CODES.has(reason.code);
}
