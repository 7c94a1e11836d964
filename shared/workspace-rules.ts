import { isSupportedCountry } from 'libphonenumber-js/min/es6';
import { z } from 'zod';
import { callingHours } from './calling-hours.ts';
import { issueMessage } from './input-problems.ts';
import { noticeRule } from './notice.ts';
import { triesRule } from './tries.ts';

/** A country that phone numbers may belong to (ISO 3166). */
export const countryCode = z.string().refine(isSupportedCountry, issueMessage('country_unknown'));

/** Whether recruiters confirm the candidate's consent before a submission, and its wording. */
const consentRule = z
  .object({
    /** Whether New request and Import ask for it. */
    asked: z.boolean(),
    /** Whether submissions without consent are rejected. */
    required: z.boolean(),
    /** Stored verbatim with each submission. */
    wording: z
      .string()
      .trim()
      .max(1000, issueMessage('too_long', { most: 1000 })),
  })
  .refine(({ asked, wording }) => !asked || wording !== '', {
    path: ['wording'],
    message: issueMessage('consent_wording_missing'),
  });
export type ConsentRule = z.output<typeof consentRule>;

/** What candidates agree to until somebody writes another wording. */
export const CONSENT_WORDING = 'The candidate agreed to an automated call.';

interface Part<Value> {
  readonly schema: z.ZodType<Value>;
  /** What holds until a person or a policy sets it. `timeZone`: this computer's. */
  readonly initial: (timeZone: string) => Value;
  /** Whether it asks for anything, which by default none does. */
  readonly isOn: (value: Value) => boolean;
}

function part<Value>(schema: z.ZodType<Value>, rest: Omit<Part<Value>, 'schema'>): Part<Value> {
  return { schema, ...rest };
}

/**
 * The parts of a workspace's rules, in the order in which Settings shows them; a policy can set each as a whole
 * (`policy/policy-rules.ts`). Headings and keywords are in `words/rule-words.ts`, the fields in Settings in
 * `workspace-rules-sections.tsx`.
 */
export const RULES = {
  callingHours: part(callingHours, {
    initial: (defaultTimeZone) => ({
      enabled: false,
      from: '09:00',
      until: '18:00',
      weekdays: [1, 2, 3, 4, 5],
      ownHours: [],
      holidays: [],
      defaultTimeZone,
    }),
    isOn: ({ enabled }) => enabled,
  }),
  consent: part(consentRule, {
    initial: () => ({ asked: false, required: false, wording: CONSENT_WORDING }),
    isOn: ({ asked }) => asked,
  }),
  notice: part(noticeRule, {
    initial: () => ({ asked: false, required: false, days: 0 }),
    isOn: ({ asked }) => asked,
  }),
  /** The country (ISO 3166) of phone numbers without a country code; null: each needs its own. */
  defaultCountry: part(countryCode.nullable(), { initial: () => null, isOn: (code) => code !== null }),
  /** The countries (ISO 3166) whose numbers may be called; empty: all. */
  allowedCountries: part(z.array(countryCode.max(2)).max(300), {
    initial: () => [],
    isOn: ({ length }) => length > 0,
  }),
  /** How often one person may be tried, over all workspaces; null: no limit. */
  tries: part(triesRule.nullable(), { initial: () => null, isOn: (rule) => rule !== null }),
  /**
   * Verdict before score: until a person has given a verdict with a reason, the results of a request stay covered, except
   * the fields that the Library leaves open.
   */
  verdictFirst: part(z.boolean(), { initial: () => false, isOn: (on) => on }),
  /** What submissions do while the team database can't be reached, in a workspace with a team. */
  teamUnreachable: part<'wait' | 'send'>(z.enum(['wait', 'send']), {
    initial: () => 'wait',
    isOn: (does) => does === 'send',
  }),
};

/** A part of the rules that a policy can set as a whole. */
export type RulePart = keyof typeof RULES;
export const RULE_PARTS = Object.keys(RULES) as readonly RulePart[];

/** A workspace's own rules for its submissions; kept only on this computer, because the service has no such setting. */
export type WorkspaceRules = {
  -readonly [Name in RulePart]: z.output<(typeof RULES)[Name]['schema']>;
};

type Shape = { readonly [Name in RulePart]: (typeof RULES)[Name]['schema'] };

export const workspaceRules = z.object(
  Object.fromEntries(RULE_PARTS.map((name) => [name, RULES[name].schema])) as Shape,
);

/** The defaults: calls at any hour, and no consent. */
export function defaultRules(timeZone: string): WorkspaceRules {
  const initial = RULE_PARTS.map((name) => [name, RULES[name].initial(timeZone)]);
  return Object.fromEntries(initial) as WorkspaceRules;
}

export function isRuleOn<Name extends RulePart>(rules: WorkspaceRules, name: Name): boolean {
  return PARTS[name].isOn(rules[name]);
}

const PARTS: { readonly [Name in RulePart]: Part<WorkspaceRules[Name]> } = RULES;
