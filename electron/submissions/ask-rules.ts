import { isRefusalCode, isRowCode, type RefusalCode, type RuleName } from '../../shared/call-rules.ts';
import type { FailureValues } from '../../shared/failures.ts';
import type { HolidayLookup } from '../../shared/holidays.ts';
import { type RuleRefusal, TIME_ZONE_NEEDED } from '../../shared/outbox.ts';
import { type Failure, fail } from '../../shared/result.ts';
import { defaultRules, type WorkspaceRules } from '../../shared/workspace-rules.ts';
import { NO_RULES_FIXED, type RulesOverlay, rulesToStore, withRulesOverlay } from '../policy/policy-rules.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { TeamClaims } from '../team/team-claims.ts';
import { type Facts, type Finding, type Judged, judge, judgeEach, type Verdict } from './judge.ts';
import { sendMoment } from './notice-wait.ts';

/** Where what `judge` needs to know is found. */
export interface FactsPlace {
  readonly workspaceId: string;
  readonly store: Pick<Stores['submissions'], 'tries' | 'forbidding'>;
  readonly rules: () => Promise<WorkspaceRules>;
  /** Left out: none are known, so nobody is called where they count. */
  readonly holidays?: HolidayLookup | undefined;
  /** The workspace's team; left out without one. */
  readonly team?: Pick<TeamClaims, 'facts'> | undefined;
}

/**
 * What is known about each of these, in their order; tries only where a rule limits them. `list`: whether the do-not-call list
 * is asked.
 */
export async function factsAbout(
  { workspaceId, store, rules, holidays, team }: FactsPlace,
  submissions: readonly (Pick<Judged, 'phoneNumber'> & { readonly id?: string })[],
  { list = true }: { readonly list?: boolean } = {},
): Promise<readonly Facts[]> {
  const numbers = submissions.map(({ phoneNumber }) => phoneNumber);
  const { tries: rule } = await rules();
  const [forbidding, tries, known] = await Promise.all([
    list ? store.forbidding(numbers) : [],
    rule ? store.tries(workspaceId, numbers) : [],
    team?.facts(submissions) ?? [],
  ]);
  return numbers.map((_number, index) => ({
    forbidding: forbidding[index] ?? (list ? (known[index]?.forbidding ?? null) : null),
    colleague: known[index]?.colleague,
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
): readonly (Finding | undefined)[] {
  return submissions.map((each, index) => {
    return refusing(judge(each, rules, { ...facts[index], hours: 'zone' }, now));
  });
}

/** What refuses; undefined if nothing does, also of what waits until it can be compared with the list. */
export function refusing(verdict: Verdict): Finding | undefined {
  return verdict.answer !== 'goes' && isRefusalCode(verdict.reason.code) ? verdict : undefined;
}

/** Why these may not be submitted or sent, in the words of the first; undefined if there is no reason. */
export function failureOf(
  submissions: readonly { readonly candidateName: string }[],
  findings: readonly (Finding | undefined)[],
): Failure | undefined {
  const refused = submissions.flatMap(({ candidateName }, index) => {
    const { reason, until = null } = findings[index] ?? {};
    return reason && isRefusalCode(reason.code)
      ? [{ ...reason, code: reason.code, candidateName, until }]
      : [];
  });
  const [first] = refused;
  if (!first) return undefined;
  const { code, values, candidateName, until } = first;
  const others = refused.filter((each) => each.code === code).length - 1;
  // By its type, the failure has the values of the reason.
  return fail(code, { ...values, candidateName, others, until } as FailureValues[RefusalCode]);
}

/** What a row says about such a finding; undefined if it says nothing. */
export function ruleRefusal({ reason, until }: Finding): RuleRefusal | undefined {
  const { code, values } = reason;
  if (!isRowCode(code)) return undefined;
  const timeZones = code === TIME_ZONE_NEEDED ? values.timeZones : undefined;
  return { code, ...(until !== null && { until }), ...(timeZones && { timeZones }) };
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
