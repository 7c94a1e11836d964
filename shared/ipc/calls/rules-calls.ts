import { z } from 'zod';
import { timeZone } from '../../calling-hours.ts';
import { type Holiday, type HolidayCountry, holidayPlace } from '../../holidays.ts';
import { type WorkspaceRules, workspaceRules } from '../../workspace-rules.ts';
import { noInput, workspaceCall } from '../call.ts';

/** When a candidate may be called, and in which time zones. */
export interface CallingTime {
  /** UTC ms; the given moment if it is within the hours; null if a person has to choose the candidate's time zone. */
  readonly at: number | null;
  /** IANA names; several if the number is ambiguous. */
  readonly timeZones: readonly string[];
  /** The zones that the person's choice or the number tells, IANA names; empty if neither does. */
  readonly candidateTimeZones: readonly string[];
  /** The public holiday that the call waits for; null while holidays aren't known; left out if there is none. */
  readonly holiday?: string | null | undefined;
  /** Whether the workspace enforces calling hours. */
  readonly held: boolean;
}

/** A workspace's rules for its submissions. */
export const rules = {
  get: workspaceCall(noInput).answers<WorkspaceRules>(),
  save: workspaceCall(workspaceRules).answers<WorkspaceRules>(),
  /**
   * The earliest time a number (E.164) may be called, in the chosen zone or the number's own: from now on, or from
   * `notBefore` (UTC ms) if that is later.
   */
  callingTime: workspaceCall(
    z.object({
      phoneNumber: z.string().max(20),
      timeZone: timeZone.nullable().default(null),
      notBefore: z.int().nullable().default(null),
    }),
  ).answers<CallingTime>(),
  /** The countries and regions whose public holidays are known. */
  holidayCountries: workspaceCall(noInput).answers<readonly HolidayCountry[]>(),
  /** The next public holidays of a place, from a date (`2027-01-06`) on; null if they can't be told. */
  nextHolidays: workspaceCall(z.object({ place: holidayPlace, from: z.iso.date() })).answers<
    readonly Holiday[] | null
  >(),
};
