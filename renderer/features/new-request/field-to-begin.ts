import { SUBMISSION_FIELDS } from '../../../shared/service-words/submission-field-of.ts';
import type { Submission, SubmissionInput } from '../../../shared/submission.ts';
import type { WorkspaceRules } from '../../../shared/workspace-rules.ts';

/**
 * The field that a person who edits this submission most likely came to change: what its hold or refusal is about, or else
 * what the rules require meanwhile. `draft`: what the form has of it; `rules`: undefined if they can't be read.
 */
export function fieldToBegin(
  { problem, wantedAt, notBefore }: Submission,
  draft: SubmissionInput,
  rules: WorkspaceRules | undefined,
  now: number,
): keyof SubmissionInput {
  const named = problem?.said?.fields.map(({ field }) => field) ?? [];
  const refused = SUBMISSION_FIELDS.find((field) => named.includes(field));
  if (refused) return refused;
  if (!rules) return 'candidateName';
  const { notice, consent, allowedCountries, tries } = rules;
  if (problem?.code === 'country_not_allowed' && allowedCountries.length > 0) return 'phoneNumber';
  if (problem?.code === 'tries_used_up' && tries) return 'notBefore';
  const waitsForNotice = wantedAt !== undefined && notBefore !== null && notBefore > now;
  if (notice.asked && (waitsForNotice || (notice.required && !draft.noticeOn))) return 'noticeOn';
  if (consent.asked && consent.required && draft.consentWording !== consent.wording) return 'consentWording';
  return 'candidateName';
}
