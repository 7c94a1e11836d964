import { isSameTelephone } from '../../shared/call-key.ts';
import { type Failure, fail } from '../../shared/result.ts';
import type { Consent, Submission, SubmissionFields } from '../../shared/submission.ts';
import type { ConsentRule } from '../../shared/workspace-rules.ts';

/** Why the consent rule forbids this submit (consent missing, or given to other wording); undefined if it doesn't. */
export function consentProblem(rule: ConsentRule, fields: readonly SubmissionFields[]): Failure | undefined {
  if (!rule.asked || !rule.required) return undefined;
  const without = fields.find(({ consentWording }) => consentWording !== rule.wording);
  if (!without) return undefined;
  return fail(without.consentWording ? 'consent_reworded' : 'consent_missing');
}

/** The consent to store: the same wording for the same number keeps the day it was first recorded. */
export function consentOf(
  { consentWording, phoneNumber }: SubmissionFields,
  replaced: Pick<Submission, 'consent' | 'phoneNumber'> | undefined,
  now: number,
): Consent | null {
  if (!consentWording) return null;
  const isSame = replaced !== undefined && isSameTelephone(replaced.phoneNumber, phoneNumber);
  const earlier = isSame ? replaced.consent : null;
  return earlier?.wording === consentWording ? earlier : { at: now, wording: consentWording };
}
