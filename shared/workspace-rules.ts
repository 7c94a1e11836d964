import { z } from 'zod';
import { type CallingHours, callingHours } from './calling-hours.ts';

/** What candidates are told or asked before an automated call, and whether that is recorded. */
export const consentRule = z
  .object({
    /** Whether New request and Import ask for it at all. */
    asked: z.boolean(),
    /** Nothing is queued without it. */
    required: z.boolean(),
    /** What the candidate agreed to: stored word for word with each submission. */
    wording: z.string().trim().max(1000, 'Use at most 1,000 characters.'),
  })
  .refine(({ asked, wording }) => !asked || wording !== '', {
    path: ['wording'],
    message: 'Enter what the candidate agreed to.',
  });
export type ConsentRule = z.output<typeof consentRule>;

/** A workspace's own rules for its submissions. The service's interface carries neither: they are kept here alone. */
export const workspaceRules = z.object({ callingHours, consent: consentRule });
export type WorkspaceRules = z.output<typeof workspaceRules>;

/** A code of the error where a person would send now, at an hour that the rules forbid. */
export const OUTSIDE_CALLING_HOURS = 'outside_calling_hours';

/** Nothing is queued without a consent that the workspace requires. */
export const CONSENT_MISSING = {
  code: 'consent_missing',
  message: 'Tick this once the candidate has agreed.',
} as const;

export const CONSENT_WORDING = 'The candidate agreed to an automated call.';

/** Until somebody sets them: calls at any hour, no consent asked. */
export function defaultRules(defaultTimeZone: string): WorkspaceRules {
  const hours: CallingHours = {
    enabled: false,
    from: '09:00',
    until: '18:00',
    weekdays: [1, 2, 3, 4, 5],
    defaultTimeZone,
  };
  return { callingHours: hours, consent: { asked: false, required: false, wording: CONSENT_WORDING } };
}
