import type { CallingHours } from '../../../shared/calling-hours.ts';
import type { HeldNumber } from '../../../shared/ipc/calls/rules-calls.ts';
import { callingHold } from './calling-hold.ts';
import { zonesOfNumber } from './zones-of-number.ts';

const NOTHING_CHOSEN = { timeZone: null, anyHour: false, hoursWaivedUntil: null };

/** Which of these numbers (E.164) would have to wait at `now`; computed once per set of time zones. */
export function callingHolds(
  hours: CallingHours,
  phoneNumbers: readonly string[],
  now: number,
): readonly HeldNumber[] {
  if (!hours.enabled) return [];
  const byZones = new Map<string, ReturnType<typeof callingHold>>();
  return phoneNumbers.flatMap((phoneNumber) => {
    const zones = zonesOfNumber(phoneNumber).join();
    const hold = byZones.has(zones)
      ? (byZones.get(zones) ?? null)
      : callingHold(hours, { phoneNumber, ...NOTHING_CHOSEN }, now);
    byZones.set(zones, hold);
    return hold ? [{ phoneNumber, ...hold }] : [];
  });
}
