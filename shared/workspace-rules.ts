import { z } from 'zod';
import { type CallingHours, callingHours } from './calling-hours.ts';
import { says } from './input-problems.ts';

/** What candidates are told or asked before an automated call, and whether that is recorded. */
export const consentRule = z
  .object({
    /** Whether New request and Import ask for it at all. */
    asked: z.boolean(),
    /** Nothing is queued without it. */
    required: z.boolean(),
    /** What the candidate agreed to: stored word for word with each submission. */
    wording: z
      .string()
      .trim()
      .max(1000, says('too_long', { most: 1000 })),
  })
  .refine(({ asked, wording }) => !asked || wording !== '', {
    path: ['wording'],
    message: says('consent_wording_missing'),
  });
export type ConsentRule = z.output<typeof consentRule>;

/** A workspace's own rules for its submissions. The service's interface carries neither: they are kept here alone. */
export const workspaceRules = z.object({ callingHours, consent: consentRule });
export type WorkspaceRules = z.output<typeof workspaceRules>;

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
