import { isSupportedCountry } from 'libphonenumber-js/min/es6';
import { z } from 'zod';
import { type CallingHours, callingHours } from './calling-hours.ts';
import { issueMessage } from './input-problems.ts';
import { noticeRule } from './notice.ts';
import { triesRule } from './tries.ts';

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

/** A workspace's own rules for its submissions; kept only on this computer, because the service has no such setting. */
export const workspaceRules = z.object({
  callingHours,
  consent: consentRule,
  notice: noticeRule,
  /**
   * Verdict before score: until a person has given a verdict with a reason, the results of a request stay covered, except
   * the fields that the Library leaves open.
   */
  verdictFirst: z.boolean(),
  /** The country (ISO 3166) of phone numbers without a country code; null: each needs its own. */
  defaultCountry: z.string().refine(isSupportedCountry, issueMessage('country_unknown')).nullable(),
  /** The countries (ISO 3166) whose numbers may be called; empty: all. */
  allowedCountries: z
    .array(z.string().max(2).refine(isSupportedCountry, issueMessage('country_unknown')))
    .max(300),
  /** How often one person may be tried, over all workspaces; null: no limit. */
  tries: triesRule.nullable(),
});
export type WorkspaceRules = z.output<typeof workspaceRules>;

/** A part of the rules that a policy can set as a whole. */
export type RulePart = keyof WorkspaceRules;
export const RULE_PARTS: readonly RulePart[] = [
  'callingHours',
  'consent',
  'notice',
  'verdictFirst',
  'defaultCountry',
  'allowedCountries',
  'tries',
];

/** What candidates agree to until somebody writes another wording. */
export const CONSENT_WORDING = 'The candidate agreed to an automated call.';

/** The defaults: calls at any hour, and no consent. */
export function defaultRules(defaultTimeZone: string): WorkspaceRules {
  const hours: CallingHours = {
    enabled: false,
    from: '09:00',
    until: '18:00',
    weekdays: [1, 2, 3, 4, 5],
    ownHours: [],
    holidays: [],
    defaultTimeZone,
  };
  const consent = { asked: false, required: false, wording: CONSENT_WORDING };
  const notice = { asked: false, required: false, days: 0 };
  return {
    callingHours: hours,
    consent,
    notice,
    verdictFirst: false,
    defaultCountry: null,
    allowedCountries: [],
    tries: null,
  };
}
