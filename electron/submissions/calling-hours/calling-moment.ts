import {
  type CallingHours,
  type HoursOfDay,
  isTimeZone,
  nextCallingMoment,
} from '../../../shared/calling-hours.ts';
import { zonesOfNumber } from './zones-of-number.ts';

/** Whom the hours are reckoned for. */
export interface Callee {
  /** E.164. */
  readonly phoneNumber: string;
  /** The time zone a person chose for this submission; null for what the number tells. */
  readonly timeZone: string | null;
}

export interface CallingMoment {
  /** When the candidate may be called: `now` where that is so already (UTC ms). */
  readonly at: number;
  /** The zones whose clocks count; several where the number leaves it open. */
  readonly timeZones: readonly string[];
}

/**
 * When a candidate may be called at the earliest. A zone chosen by a person counts, else what the number tells, else
 * the default. Where a number may be in several zones it must be within the hours in all of them; where these have no
 * hour in common, the default zone decides.
 */
export function callingMoment(hours: CallingHours, callee: Callee, now: number): CallingMoment {
  const timeZones = zonesOf(callee, hours.defaultTimeZone);
  if (!hours.enabled) return { at: now, timeZones };
  const at = nextCallingMoment(hours, timeZones, now);
  if (at !== null) return { at, timeZones };
  const fallback = [hours.defaultTimeZone];
  return { at: nextCallingMoment(hours, fallback, now) ?? now, timeZones: fallback };
}

/** Whether these hours let the candidate be called at a moment. */
export function isOpen(hours: HoursOfDay, callee: Callee, at: number): boolean {
  return callingMoment({ ...hours, enabled: true }, callee, at).at === at;
}

function zonesOf({ phoneNumber, timeZone }: Callee, defaultTimeZone: string): readonly string[] {
  // One that this computer does not know (chosen under newer time zone data) counts as none: it must not stop the queue.
  if (timeZone !== null && isTimeZone(timeZone)) return [timeZone];
  const told = zonesOfNumber(phoneNumber);
  return told.length > 0 ? told : [defaultTimeZone];
}
