import { type HoursOfDay, isTimeZone, nextCallingMoment } from '../../../shared/calling-hours.ts';
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
  /** When the candidate may be called, UTC ms; `now` if that is already so. */
  readonly at: number;
  /** The zones whose clocks count; several if the number's zone is ambiguous. */
  readonly timeZones: readonly string[];
}

/**
 * When a candidate may be called at the earliest. A zone chosen by a person comes first, then the number's, then the
 * default. If a number may be in several zones, the call must be within the hours in all of them; if these have no hour in
 * common, the default zone decides.
 */
export function callingMoment(hours: EnforcedHours, callee: Callee, now: number): CallingMoment {
  const timeZones = zonesOf(callee, hours.defaultTimeZone);
  if (!hours.enabled) return { at: now, timeZones };
  const at = nextCallingMoment(hours, timeZones, now);
  if (at !== null) return { at, timeZones };
  const fallback = [hours.defaultTimeZone];
  return { at: nextCallingMoment(hours, fallback, now) ?? now, timeZones: fallback };
}

/** Whether these hours allow a call to the candidate at this moment. */
export function isOpen(hours: HoursOfDay, callee: Callee, at: number): boolean {
  return callingMoment({ ...hours, enabled: true }, callee, at).at === at;
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
