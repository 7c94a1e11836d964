import { z } from 'zod';
import { timeZone } from '../../calling-hours.ts';
import { type Holiday, type HolidayCountry, holidayPlace } from '../../holidays.ts';
import { noticeDate } from '../../notice.ts';
import type { HolidayOpening } from '../../submission.ts';
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

/** A number that is outside its calling hours, or needs a person to choose its time zone. */
export interface HeldNumber {
  /** E.164. */
  readonly phoneNumber: string;
  /** The next start of its calling hours; null if it may be called, or if nobody has chosen yet. */
  readonly opening: HolidayOpening | null;
  /** The time zones (IANA) that it may be in, if these share no calling hour. */
  readonly timeZones?: readonly string[] | undefined;
}

/** A time zone that a person chose for all numbers that may be in the same ones (IANA). */
export const chosenZone = z.object({ among: z.array(timeZone).max(100).readonly(), chosen: timeZone });
export type ChosenZone = Readonly<z.output<typeof chosenZone>>;

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
  /**
   * The given numbers (E.164) that are outside their calling hours now, or at `notBefore` (UTC ms) if that is later, or whose
   * time zone a person has to choose, in any order. `chosen`: what was chosen.
   */
  heldNow: workspaceCall(
    z.object({
      phoneNumbers: z.array(z.string().max(20)).max(10_000),
      notBefore: z.int().nullable().default(null),
      chosen: z.array(chosenZone).max(1000).readonly().default([]),
    }),
  ).answers<readonly HeldNumber[]>(),
  /**
   * When each of these could be called after its notice (UTC ms), in their order; null for those told early enough for a call
   * now, or at `notBefore` (UTC ms) if that is later.
   */
  noticeWaits: workspaceCall(
    z.object({
      told: z.array(z.object({ phoneNumber: z.string().max(20), noticeOn: noticeDate })).max(1000),
      notBefore: z.int().nullable().default(null),
    }),
  ).answers<readonly (number | null)[]>(),
  /** The countries and regions whose public holidays are known. */
  holidayCountries: workspaceCall(noInput).answers<readonly HolidayCountry[]>(),
  /** The next public holidays of a place, from a date (`2027-01-06`) on; null if they can't be told. */
  nextHolidays: workspaceCall(z.object({ place: holidayPlace, from: z.iso.date() })).answers<
    readonly Holiday[] | null
  >(),
};
