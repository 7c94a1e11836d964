import type { HolidayLookup } from '../../shared/holidays.ts';
import type { NumberRefusal } from '../../shared/number-refusal.ts';
import { type RuleRefusal, TIME_ZONE_NEEDED } from '../../shared/outbox.ts';
import { type Failure, fail } from '../../shared/result.ts';
import { defaultRules, type WorkspaceRules } from '../../shared/workspace-rules.ts';
import { NO_RULES_FIXED, type RulesOverlay, rulesToStore, withRulesOverlay } from '../policy/policy-rules.ts';
import type { Stores } from '../storage/stores/index.ts';
import {
  type Facts,
  type Judged,
  judge,
  judgeEach,
  type Reason,
  type RuleName,
  type Verdict,
} from './judge.ts';
import { sendMoment } from './notice-wait.ts';

/** Where what `judge` needs to know is found. */
export interface FactsPlace {
  readonly workspaceId: string;
  readonly store: Pick<Stores['submissions'], 'tries' | 'forbidding'>;
  readonly rules: () => Promise<WorkspaceRules>;
  readonly holidays?: HolidayLookup | undefined;
}

/**
 * What is known about each of these, in their order; tries only where a rule limits them. `list`: whether the do-not-call list
 * is asked.
 */
export async function factsAbout(
  { workspaceId, store, rules, holidays }: FactsPlace,
  submissions: readonly Pick<Judged, 'phoneNumber'>[],
  { list = true }: { readonly list?: boolean } = {},
): Promise<readonly Facts[]> {
  const numbers = submissions.map(({ phoneNumber }) => phoneNumber);
  const { tries: rule } = await rules();
  const [forbidding, tries] = await Promise.all([
    list ? store.forbidding(numbers) : [],
    rule ? store.tries(workspaceId, numbers) : [],
  ]);
  return numbers.map((_number, index) => ({
    forbidding: forbidding[index] ?? null,
    ...(rule && { tries: tries[index] ?? [] }),
    holidays,
  }));
}

/** Judges what is submitted in one go, or sent again, by when calling hours would let each go. */
export function judgeForLater(
  submissions: readonly (Judged & { readonly notBefore?: number | null | undefined })[],
  rules: WorkspaceRules,
  facts: readonly Facts[],
  now: number,
  among?: readonly RuleName[],
): readonly Verdict[] {
  const known = submissions.map((each, index): Facts => {
    const { holidays, ...rest } = facts[index] ?? {};
    return { ...rest, holidays, at: sendMoment(rules, each, Math.max(now, each.notBefore ?? 0), holidays) };
  });
  return judgeEach(submissions, rules, known, now, among);
}

/** For each of these, why it may not be sent now whatever a person says, or undefined; each as if it were the only one. */
export function refusedNow(
  submissions: readonly Judged[],
  rules: WorkspaceRules,
  facts: readonly Facts[],
  now: number,
): readonly (Reason | undefined)[] {
  return submissions.map((each, index) => {
    return refusing(judge(each, rules, { ...facts[index], hours: 'zone' }, now));
  });
}

/** The reason that refuses; undefined if none does, also of what waits until it can be compared with the list. */
export function refusing(verdict: Verdict): Reason | undefined {
  if (verdict.answer === 'goes' || verdict.reason.code === 'list_unclear') return undefined;
  return verdict.reason;
}

/** Why these may not be submitted or sent, in the words of the first; undefined if there is no reason. */
export function failureOf(
  submissions: readonly { readonly candidateName: string }[],
  reasons: readonly (Reason | undefined)[],
): Failure | undefined {
  const refused = submissions.flatMap(({ candidateName }, index) => {
    const reason = reasons[index];
    return reason ? [{ candidateName, reason }] : [];
  });
  const [first] = refused;
  if (!first) return undefined;
  const others = refused.filter(({ reason }) => reason.code === first.reason.code).length - 1;
  return failure(first.reason, first.candidateName, others);
}

function failure(reason: Reason, candidateName: string, others: number): Failure | undefined {
  switch (reason.code) {
    case 'do_not_call':
      return fail('do_not_call', { entry: reason.entry, candidateName, others });
    case 'country_not_allowed':
      return fail('country_not_allowed', { candidateName, country: reason.country });
    case 'tries_used_up':
      return fail('tries_used_up', { candidateName, used: reason.used, others });
    case 'notice_too_recent': {
      const { noticeOn, days, sendAt } = reason;
      return fail('notice_too_recent', { candidateName, noticeOn, days, sendAt });
    }
    case TIME_ZONE_NEEDED:
      return fail(TIME_ZONE_NEEDED, { candidateName, timeZones: reason.timeZones });
    case 'consent_missing':
    case 'consent_reworded':
    case 'notice_missing':
    case 'notice_in_future':
      return fail(reason.code);
    // Neither refuses anything: what they speak about waits.
    case 'outside_hours':
    case 'list_unclear':
      return undefined;
  }
}

/** A reason that is about the number; null for any other. */
export function numberRefusal(reason: Reason): NumberRefusal | null {
  switch (reason.code) {
    case 'do_not_call':
      return { why: 'do_not_call', entry: reason.entry };
    case 'country_not_allowed':
      return { why: 'country_not_allowed', country: reason.country };
    case 'tries_used_up':
      return { why: 'tries_used_up', used: reason.used };
    default:
      return null;
  }
}

/** What a row says about such a reason; undefined for any other. */
export function ruleRefusal(reason: Reason): RuleRefusal | undefined {
  switch (reason.code) {
    case 'country_not_allowed':
    case 'notice_missing':
    case 'notice_in_future':
      return { code: reason.code };
    case TIME_ZONE_NEEDED:
      return { code: reason.code, timeZones: reason.timeZones };
    case 'tries_used_up':
      return { code: reason.code, until: reason.used.nextAt };
    case 'notice_too_recent':
      return { code: reason.code, until: reason.sendAt };
    default:
      return undefined;
  }
}

/** One workspace's rules under the policy, read from the store once and then cached, as every send needs them. */
export class RulesCache {
  private readonly store: Pick<Stores['rules'], 'get' | 'save'>;
  private readonly workspaceId: string;
  private readonly overlay: () => RulesOverlay;
  private cached: Promise<WorkspaceRules> | undefined;

  /** `overlay`: what the organisation's policy sets, read on every access. */
  constructor(
    store: Pick<Stores['rules'], 'get' | 'save'>,
    workspaceId: string,
    overlay: () => RulesOverlay = () => NO_RULES_FIXED,
  ) {
    this.store = store;
    this.workspaceId = workspaceId;
    this.overlay = overlay;
  }

  /** The effective rules. Rejects if they cannot be read, and reads them again on the next call. */
  async get(): Promise<WorkspaceRules> {
    const stored = await this.stored();
    return withRulesOverlay(stored, this.overlay());
  }

  /** Gives the new effective rules. Rejects with a CodedError `setting_set_by_organisation`, with nothing changed. */
  async save(wanted: WorkspaceRules): Promise<WorkspaceRules> {
    const rules = rulesToStore(await this.stored(), wanted, this.overlay());
    await this.store.save(this.workspaceId, rules);
    this.cached = Promise.resolve(rules);
    return this.get();
  }

  private stored(): Promise<WorkspaceRules> {
    this.cached ??= this.read().catch((error: unknown) => {
      this.cached = undefined;
      throw error;
    });
    return this.cached;
  }

  private async read(): Promise<WorkspaceRules> {
    // Until a person chooses one, the default time zone is this computer's.
    return (
      (await this.store.get(this.workspaceId)) ??
      defaultRules(Intl.DateTimeFormat().resolvedOptions().timeZone)
    );
  }
}
