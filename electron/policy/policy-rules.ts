import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { hasOwnHoursOnce, timeOfDay, timeZone } from '../../shared/calling-hours.ts';
import { arePlacesDistinct, holidayPlace, MAX_HOLIDAY_PLACES } from '../../shared/holidays.ts';
import { issueMessage } from '../../shared/input-problems.ts';
import { MAX_NOTICE_DAYS } from '../../shared/notice.ts';
import { isObject } from '../../shared/parse-json.ts';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { readSafely } from '../../shared/read-safely.ts';
import { CodedError } from '../../shared/result.ts';
import { triesRule } from '../../shared/tries.ts';
import {
  CONSENT_WORDING,
  countryCode,
  RULE_PARTS,
  RULES,
  type RulePart,
  type WorkspaceRules,
} from '../../shared/workspace-rules.ts';
import { isHolidayPlace } from '../holidays/holiday-calendar.ts';
import { INVALID, readMember, unknownKeys } from './policy-text.ts';

const dayHours = z
  .strictObject({ weekday: z.int().min(1).max(7), from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    message: issueMessage('hours_end_first'),
  });

const callingHours = z
  .strictObject({
    enabled: z.boolean().describe('False: calls at any hour.'),
    from: timeOfDay.describe('When calls may begin, as HH:MM at the place of the candidate.'),
    until: timeOfDay.describe('When calls end, as HH:MM: up to, but not including, this minute.'),
    weekdays: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .describe('The days with calls: 1 is Monday, 7 is Sunday.'),
    own_hours: z
      .array(dayHours)
      .max(7)
      .optional()
      .describe('Days with hours of their own, such as [{"weekday": 5, "from": "09:00", "until": "14:00"}].'),
    holidays: z
      .array(
        holidayPlace.refine(isHolidayPlace, {
          abort: true,
          message: issueMessage('holiday_place_unknown'),
        }),
      )
      .max(MAX_HOLIDAY_PLACES)
      .refine(arePlacesDistinct, issueMessage('holiday_place_twice'))
      .optional()
      .describe(
        'No calls on public holidays of these places to numbers of their country, such as [{"country": "DE", "region": "BY"}].',
      ),
    default_time_zone: timeZone.describe(
      'The time zone of numbers that do not reveal theirs, such as Europe/Berlin.',
    ),
  })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    message: issueMessage('hours_end_first'),
  })
  .refine(({ weekdays, own_hours = [] }) => hasOwnHoursOnce({ weekdays, ownHours: own_hours }), {
    path: ['own_hours'],
    message: issueMessage('own_hours_wrong_day'),
  })
  .describe('When candidates may be called, in every workspace.');
type PolicyCallingHours = z.output<typeof callingHours>;

const consent = z
  .strictObject({
    asked: z.boolean().describe('Whether people confirm the consent of the candidate before a submission.'),
    required: z.boolean().describe('Whether nobody is submitted without it.'),
    wording: z
      .string()
      .trim()
      .min(1, issueMessage('consent_wording_missing'))
      .max(1000, issueMessage('too_long', { most: 1000 }))
      .describe('What the candidate agreed to, stored word for word with each submission.'),
  })
  .describe('Whether people confirm that the candidate agreed to an automated call.');

const notice = z
  .strictObject({
    asked: z
      .boolean()
      .describe('Whether people say on which day the candidate was told of the automated call.'),
    required: z.boolean().describe('Whether nobody is submitted without it.'),
    days: z
      .int()
      .min(0)
      .max(MAX_NOTICE_DAYS)
      .describe('How many days must lie between that day and the call.'),
  })
  .describe('How long before the call the candidate must have been told of it.');

const tries = z
  .strictObject({
    no_limit: z
      .boolean()
      .optional()
      .describe('True: people may be tried as often as anybody likes; the numbers are then without effect.'),
    most: triesRule.shape.most
      .optional()
      .describe('How many times, 1 to 100. Needed unless there is no limit.'),
    within_days: triesRule.shape.withinDays
      .optional()
      .describe('Within how many days, 1 to 365. Needed unless there is no limit.'),
  })
  .describe('The largest number of tries of one person, counted over all workspaces of the computer.');
type PolicyTries = z.output<typeof tries>;

interface PolicyPart<Value> {
  readonly name: string;
  /** What a policy may say, described for its author. */
  readonly schema: z.ZodType;
  /** Reads it from a policy's `rules`, and adds its problems; undefined if the policy doesn't set it. */
  readonly read: (
    rules: Record<string, unknown>,
    problems: PolicyProblem[],
  ) => Value | typeof INVALID | undefined;
}

/** `meant`: what the policy's words mean; it adds what is wrong with several of them together. */
function partOf<Said, Value>(
  name: string,
  schema: z.ZodType<Said>,
  meant: (said: Said, problems: PolicyProblem[]) => Value | typeof INVALID,
): PolicyPart<Value> {
  return {
    name,
    schema,
    read: (rules, problems) => {
      const said = readMember(rules, name, schema, problems, 'rules');
      if (said === undefined) return undefined;
      return said === INVALID ? INVALID : meant(said, problems);
    },
  };
}

const asSaid = <Value>(said: Value): Value => said;

/** Every part of the rules, each set as a whole, in the order of the published schema. */
const PARTS: { readonly [Part in RulePart]: PolicyPart<WorkspaceRules[Part]> } = {
  callingHours: partOf('calling_hours', callingHours, hoursOf),
  consent: partOf('consent', consent, consentOf),
  verdictFirst: partOf(
    'verdict_first',
    z
      .boolean()
      .describe(
        'True: scores, headline and other results stay covered until a person has given a verdict with a reason.',
      ),
    asSaid,
  ),
  notice: partOf('notice', notice, noticeOf),
  defaultCountry: partOf(
    'default_country',
    countryCode.describe(
      'The country of phone numbers without a country code, as two letters (ISO 3166), such as DE.',
    ),
    asSaid,
  ),
  allowedCountries: partOf(
    'allowed_countries',
    z
      .array(countryCode)
      .min(1)
      .max(300)
      .describe(
        'The countries whose numbers may be called, as two letters each (ISO 3166), such as ["DE", "AT"].',
      ),
    asSaid,
  ),
  tries: partOf('tries', tries, triesOf),
  teamUnreachable: partOf(
    'team_unreachable',
    z
      .enum(['wait', 'send'])
      .describe(
        'What submissions do while the team database can’t be reached: wait for it, or be sent with a warning.',
      ),
    asSaid,
  ),
};

/** The rules of workspaces that a policy can set: each as a whole. */
export const policyRules = z
  .strictObject(Object.fromEntries(Object.values(PARTS).map(({ name, schema }) => [name, schema.optional()])))
  .describe('Rules of every workspace.');

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
  // By its type, each part gives a value of its own.
  return Object.fromEntries(
    Object.entries(PARTS).map(([part, { read }]) => [part, read(rules, problems)]),
  ) as ReadParts;
}

function hoursOf(
  { default_time_zone, own_hours = [], holidays = [], ...hours }: PolicyCallingHours,
  problems: PolicyProblem[],
): WorkspaceRules['callingHours'] | typeof INVALID {
  if (!hours.enabled && holidays.length > 0) {
    problems.push(policyProblem('rules.calling_hours.holidays', 'holidays_without_hours'));
    return INVALID;
  }
  return { ...hours, ownHours: own_hours, holidays, defaultTimeZone: default_time_zone };
}

function consentOf(
  said: WorkspaceRules['consent'],
  problems: PolicyProblem[],
): WorkspaceRules['consent'] | typeof INVALID {
  if (said.asked || !said.required) return said;
  problems.push(policyProblem('rules.consent.required', 'consent_required_unasked'));
  return INVALID;
}

function noticeOf(
  said: WorkspaceRules['notice'],
  problems: PolicyProblem[],
): WorkspaceRules['notice'] | typeof INVALID {
  if (said.asked || (!said.required && said.days === 0)) return said;
  problems.push(
    said.required
      ? policyProblem('rules.notice.required', 'notice_required_unasked')
      : policyProblem('rules.notice.days', 'notice_days_unasked'),
  );
  return INVALID;
}

/** The limit; null if the policy wants none. One without its numbers is no limit that anybody can keep to. */
function triesOf(
  { no_limit, most, within_days: withinDays }: PolicyTries,
  problems: PolicyProblem[],
): WorkspaceRules['tries'] | typeof INVALID {
  if (no_limit) return null;
  if (most === undefined) problems.push(policyProblem('rules.tries.most', 'value_missing'));
  if (withinDays === undefined) problems.push(policyProblem('rules.tries.within_days', 'value_missing'));
  return most === undefined || withinDays === undefined ? INVALID : { most, withinDays };
}

function allInvalid(parts: readonly RulePart[]): JudgedRules['unclear'] {
  return Object.fromEntries(parts.map((part) => [part, 'invalid']));
}

/** A policy's effect on the rules of workspaces. Stored rules are kept underneath, for when the policy is removed. */
export interface RulesOverlay {
  /** Parts that override stored ones. */
  readonly values: Partial<WorkspaceRules>;
  /** Parts that can't be changed; those without a value keep the stored one. */
  readonly fixed: ReadonlySet<RulePart>;
  /** Consent is required in the stored wording: what the policy says about it can't be read. */
  readonly consentRequired: boolean;
}

export const NO_RULES_FIXED: RulesOverlay = { values: {}, fixed: new Set(), consentRequired: false };

/** The parts that can't be changed under this policy. */
export function fixedRules({ values, unclear }: JudgedRules): readonly RulePart[] {
  return RULE_PARTS.filter((part) => values[part] !== undefined || unclear[part] !== undefined);
}

/** What holds under a policy. `last`: the rules of the last policies, which still hold where this one can't be read. */
export function rulesOverlay(judged: JudgedRules, last: LastRules): RulesOverlay {
  const remembered = rulesToRemember(judged, last);
  // While what the policy says about covering can't be read, everything is covered that can be.
  const strict: Partial<WorkspaceRules> = {
    ...(judged.unclear.verdictFirst === 'invalid' && { verdictFirst: true }),
    // And nobody is called past the team.
    ...(judged.unclear.teamUnreachable === 'invalid' && { teamUnreachable: 'wait' }),
  };
  const values = { ...strict, ...remembered };
  const consentRequired = judged.unclear.consent === 'invalid' && values.consent === undefined;
  return { values, fixed: new Set(fixedRules(judged)), consentRequired };
}

/** What it says about a verdict before the score, in place of every workspace's own rule; null if it leaves that to them. */
export function policyVerdictMode(judged: JudgedRules, last: LastRules): boolean | null {
  return rulesOverlay(judged, last).values.verdictFirst ?? null;
}

/** Parts of rules as JSON, by name. */
export type LastRules = Readonly<Record<string, unknown>>;

/** The rules of this policy; where it can't be read, those of earlier ones. */
export function rulesToRemember({ values, unclear }: JudgedRules, last: LastRules): Partial<WorkspaceRules> {
  const earlier = RULE_PARTS.filter((part) => unclear[part]).map((part) => [
    part,
    readPart(part, last[part]),
  ]);
  return { ...Object.fromEntries(earlier.filter(([, value]) => value !== undefined)), ...values };
}

function readPart(part: RulePart, json: unknown): unknown {
  return json === undefined ? undefined : readSafely(RULES[part].schema, json).data;
}

export function withRulesOverlay(
  stored: WorkspaceRules,
  { values, consentRequired }: RulesOverlay,
): WorkspaceRules {
  const wording = stored.consent.wording || CONSENT_WORDING;
  return {
    ...stored,
    ...(consentRequired && { consent: { asked: true, required: true, wording } }),
    ...values,
  };
}

/**
 * The rules to store after a change. Throws a CodedError `setting_set_by_organisation` if it would change a fixed part. The
 * current value of a fixed part is accepted but not stored: it is the policy's, not the person's.
 */
export function rulesToStore(
  stored: WorkspaceRules,
  wanted: WorkspaceRules,
  overlay: RulesOverlay,
): WorkspaceRules {
  const effective = withRulesOverlay(stored, overlay);
  const fixed = [...overlay.fixed];
  if (fixed.some((part) => !isDeepStrictEqual(wanted[part], effective[part]))) {
    throw new CodedError('setting_set_by_organisation');
  }
  return { ...wanted, ...Object.fromEntries(fixed.map((part) => [part, stored[part]])) };
}
