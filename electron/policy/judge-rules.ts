import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { RULE_PARTS, type RulePart, type WorkspaceRules } from '../../shared/workspace-rules.ts';
import { type PolicyCallingHours, type PolicyTries, policyRules } from './policy-rules.ts';
import { isObject, unknownKeys } from './problems.ts';
import { INVALID, readMember } from './read-member.ts';

/** What a policy says about the rules of workspaces. */
export interface JudgedRules {
  /** The parts it sets. */
  readonly values: Partial<WorkspaceRules>;
  /**
   * The parts it may set, but that can't be told: `invalid` if it names (or may name) the part, `unread` if it may only be
   * missing because of another mistake.
   */
  readonly unclear: Readonly<Partial<Record<RulePart, 'invalid' | 'unread'>>>;
}

export const NO_RULES: JudgedRules = { values: {}, unclear: {} };

/** The rules of a policy that can't be read at all. */
export const UNREAD_RULES: JudgedRules = {
  values: {},
  unclear: Object.fromEntries(RULE_PARTS.map((part) => [part, 'unread'])),
};

/** Validates a policy's `rules` part by part, and adds their problems. */
export function judgeRules(document: Record<string, unknown>, problems: PolicyProblem[]): JudgedRules {
  const rules = document['rules'];
  if (!Object.hasOwn(document, 'rules')) return NO_RULES;
  if (!isObject(rules)) {
    problems.push(policyProblem('rules', rules === null ? 'value_empty' : 'not_an_object'));
    return { values: {}, unclear: allInvalid(RULE_PARTS) };
  }
  const unknown = unknownKeys(rules, 'rules', Object.keys(policyRules.shape));
  problems.push(...unknown);
  const read = readParts(rules, problems);
  const values = Object.fromEntries(
    Object.entries(read).filter(([, value]) => value !== undefined && value !== INVALID),
  );
  const invalid = RULE_PARTS.filter(
    // The unknown name may be a misspelt one of those that are not set.
    (part) => read[part] === INVALID || (unknown.length > 0 && read[part] === undefined),
  );
  return { values, unclear: allInvalid(invalid) };
}

/** The rules of a policy with mistakes: each part that it doesn't set may be missing because of one of them. */
export function doubted({ values, unclear }: JudgedRules): JudgedRules {
  const unread = RULE_PARTS.filter((part) => values[part] === undefined && !unclear[part]);
  return { values, unclear: { ...unclear, ...Object.fromEntries(unread.map((part) => [part, 'unread'])) } };
}

type ReadParts = { readonly [Part in RulePart]: WorkspaceRules[Part] | typeof INVALID | undefined };

function readParts(rules: Record<string, unknown>, problems: PolicyProblem[]): ReadParts {
  const { shape } = policyRules;
  const hours = readMember(rules, 'calling_hours', shape.calling_hours, problems, 'rules');
  const consent = readMember(rules, 'consent', shape.consent, problems, 'rules');
  const unasked = typeof consent === 'object' && consent.required && !consent.asked;
  if (unasked) problems.push(policyProblem('rules.consent.required', 'consent_required_unasked'));
  const uncounted = typeof hours === 'object' && !hours.enabled && Boolean(hours.holidays?.length);
  if (uncounted) problems.push(policyProblem('rules.calling_hours.holidays', 'holidays_without_hours'));
  const notice = readMember(rules, 'notice', shape.notice, problems, 'rules');
  const unaskedNotice = typeof notice === 'object' && notice.required && !notice.asked;
  if (unaskedNotice) problems.push(policyProblem('rules.notice.required', 'notice_required_unasked'));
  const unaskedDays = typeof notice === 'object' && notice.days > 0 && !notice.asked && !unaskedNotice;
  if (unaskedDays) problems.push(policyProblem('rules.notice.days', 'notice_days_unasked'));
  return {
    callingHours: typeof hours === 'object' && !uncounted ? hoursOf(hours) : hours && INVALID,
    consent: unasked ? INVALID : consent,
    verdictFirst: readMember(rules, 'verdict_first', shape.verdict_first, problems, 'rules'),
    notice: unaskedNotice || unaskedDays ? INVALID : notice,
    defaultCountry: readMember(rules, 'default_country', shape.default_country, problems, 'rules'),
    tries: triesOf(readMember(rules, 'tries', shape.tries, problems, 'rules'), problems),
    allowedCountries: readMember(rules, 'allowed_countries', shape.allowed_countries, problems, 'rules'),
  };
}

function hoursOf({
  default_time_zone,
  own_hours = [],
  holidays = [],
  ...hours
}: PolicyCallingHours): WorkspaceRules['callingHours'] {
  return { ...hours, ownHours: own_hours, holidays, defaultTimeZone: default_time_zone };
}

/** The limit; null if the policy wants none. One without its numbers is no limit that anybody can keep to. */
function triesOf(
  tries: PolicyTries | typeof INVALID | undefined,
  problems: PolicyProblem[],
): ReadParts['tries'] {
  if (typeof tries !== 'object') return tries;
  if (tries.no_limit) return null;
  const { most, within_days: withinDays } = tries;
  if (most === undefined) problems.push(policyProblem('rules.tries.most', 'value_missing'));
  if (withinDays === undefined) problems.push(policyProblem('rules.tries.within_days', 'value_missing'));
  return most === undefined || withinDays === undefined ? INVALID : { most, withinDays };
}

function allInvalid(parts: readonly RulePart[]): JudgedRules['unclear'] {
  return Object.fromEntries(parts.map((part) => [part, 'invalid']));
}
