import type { Submission } from '../../shared/submission.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { isExempt } from './calling-hours/calling-hold.ts';

/** A rule that let a send through, as the evidence names it. Stored permanently: never change a code. */
export type PassedGate =
  | 'do_not_call'
  | 'consent'
  | 'notice'
  | 'calling_hours'
  /** A person exempted it from the calling hours. */
  | 'calling_hours_waived'
  | 'countries'
  | 'tries';

/** The gates that let a submission through whose mark is stored at `now` (UTC ms): what nobody asks for isn't one. */
export function passedGates(rules: WorkspaceRules, submission: Submission, now: number): PassedGate[] {
  const { hoursInForce = [], consent, noticeOn } = submission;
  const hasHours = rules.callingHours.enabled || hoursInForce.length > 0;
  const isWaived = isExempt(submission, now);
  const gates: readonly (readonly [PassedGate, boolean])[] = [
    ['do_not_call', true],
    ['consent', consent !== null],
    ['notice', rules.notice.asked && noticeOn !== undefined],
    ['calling_hours', hasHours && !isWaived],
    ['calling_hours_waived', hasHours && isWaived],
    ['countries', rules.allowedCountries.length > 0],
    ['tries', rules.tries !== null],
  ];
  return gates.flatMap(([gate, isPassed]) => (isPassed ? [gate] : []));
}
