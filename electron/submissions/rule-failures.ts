import type { HolidayLookup } from '../../shared/holidays.ts';
import type { RuleRefusal } from '../../shared/outbox.ts';
import { type Failure, fail } from '../../shared/result.ts';
import type { Submission } from '../../shared/submission.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { countryProblem } from './country-gate.ts';
import { noticeProblem } from './notice-gate.ts';
import { type TriesPlace, triesUsedBy } from './tries-gate.ts';

interface Judged {
  /** UTC ms. */
  readonly now: number;
  /** When each would be sent, UTC ms; left out: now. */
  readonly at?: (submission: Submission) => number;
  /** Each is judged as if it were the only one; otherwise each is a try for those after it. */
  readonly alone?: boolean;
  readonly holidays: HolidayLookup | undefined;
}

/**
 * For each of these, why a rule forbids to send it at its moment whatever a person says, or undefined. The do-not-call list
 * isn't asked: what waits for a number on it is withdrawn.
 */
export async function ruleFailures(
  place: TriesPlace,
  rules: WorkspaceRules,
  submissions: readonly Submission[],
  { now, at = () => now, alone = false, holidays }: Judged,
): Promise<readonly (Failure | undefined)[]> {
  const callees = submissions.map((each) => ({ phoneNumber: each.phoneNumber, at: () => at(each) }));
  const tries = await triesUsedBy(place, rules.tries, callees, { alone });
  return submissions.map((each, index) => {
    const used = tries[index];
    return (
      countryProblem(rules, [each]) ??
      (used ? fail('tries_used_up', { candidateName: each.candidateName, used, others: 0 }) : undefined) ??
      noticeProblem(rules, [each], { now, at: () => at(each), holidays })
    );
  });
}

/** What a row says about such a failure; undefined for any other. */
export function ruleRefusal({ error }: Failure): RuleRefusal | undefined {
  switch (error.code) {
    case 'country_not_allowed':
    case 'notice_missing':
    case 'notice_in_future':
      return { code: error.code };
    case 'time_zone_needed':
      return { code: error.code, timeZones: error.values.timeZones };
    case 'tries_used_up':
      return { code: error.code, until: error.values.used.nextAt };
    case 'notice_too_recent':
      return { code: error.code, until: error.values.sendAt };
    default:
      return undefined;
  }
}
