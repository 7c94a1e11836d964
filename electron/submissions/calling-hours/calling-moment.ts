import {
  closingHoliday,
  type HoursOfDay,
  isTimeZone,
  nextCallingMoment,
} from '../../../shared/calling-hours.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { type HolidayLookup, NO_HOLIDAYS_KNOWN } from '../../../shared/holidays.ts';
import { holidaysFor } from './holidays/holidays-for.ts';
import { zonesOfNumber } from './zones-of-number.ts';

export interface Callee {
  /** E.164. */
  readonly phoneNumber: string;
  /** The time zone a person chose for this submission; null: derived from the number. */
  readonly timeZone: string | null;
}

/** Hours, and whether the workspace enforces them. */
type EnforcedHours = HoursOfDay & { readonly enabled: boolean };

export interface CallingMoment {
  /**
   * When the candidate may be called, UTC ms; `now` if that is already so; null if the zones share no hour, so that a person
   * has to choose the candidate's.
   */
  readonly at: number | null;
  /** The zones whose clocks count; several if the number's zone is ambiguous. */
  readonly timeZones: readonly string[];
  /** The public holiday that it waits for the end of; null while holidays aren't known; left out if there is none. */
  readonly holiday?: string | null | undefined;
}

/** How soon it is looked again whether the holidays are known, ms; usually whoever learns of them tells. */
const UNKNOWN_RECHECK_MS = 60_000;

/**
 * When a candidate may be called at the earliest. A zone chosen by a person comes first, then the number's; the default is
 * only for numbers that tell none. If a number may be in several zones, the call must be within the hours in all of them; if
 * these have no hour in common, only a person can say. Where every day is a holiday, or while holidays aren't known, it is
 * never now.
 */
export function callingMoment(
  hours: EnforcedHours,
  callee: Callee,
  now: number,
  lookup: HolidayLookup = NO_HOLIDAYS_KNOWN,
): CallingMoment {
  const timeZones = zonesOf(callee, hours.defaultTimeZone);
  if (!hours.enabled) return { at: now, timeZones };
  const holidayOn = holidaysFor(hours.holidays ?? [], callee.phoneNumber, lookup);
  const at = nextCallingMoment(hours, timeZones, now, holidayOn);
  if (at !== null) {
    const holiday =
      at > now && hours.holidays?.length ? closingHoliday(hours, timeZones, now, at, holidayOn) : undefined;
    return { at, timeZones, ...(holiday !== undefined && { holiday }) };
  }
  if (nextCallingMoment(hours, timeZones, now) === null) return { at, timeZones };
  const holiday = closingHoliday(hours, timeZones, now, now + 7 * DAY_MS, holidayOn) ?? null;
  return { at: now + (holiday === null ? UNKNOWN_RECHECK_MS : DAY_MS), timeZones, holiday };
}

/** Whether these hours allow a call to the candidate at this moment. */
export function isOpen(hours: HoursOfDay, callee: Callee, at: number, lookup?: HolidayLookup): boolean {
  return callingMoment({ ...hours, enabled: true }, callee, at, lookup).at === at;
}

/** Whether they allow one, but only later; if the candidate's zones share none of these hours, they allow none ever. */
export function isClosed(hours: HoursOfDay, callee: Callee, at: number, lookup?: HolidayLookup): boolean {
  const opening = callingMoment({ ...hours, enabled: true }, callee, at, lookup).at;
  return opening !== null && opening > at;
}

function zonesOf(callee: Callee, defaultTimeZone: string): readonly string[] {
  const told = candidateTimeZones(callee);
  return told.length > 0 ? told : [defaultTimeZone];
}

/** The zones a candidate may be in: the one that a person chose, or those of the number; none if neither tells. */
export function candidateTimeZones({ phoneNumber, timeZone }: Callee): readonly string[] {
  // A zone unknown to this computer (chosen with newer time zone data) is ignored: it must not stop the queue.
  if (timeZone !== null && isTimeZone(timeZone)) return [timeZone];
  return zonesOfNumber(phoneNumber);
}
