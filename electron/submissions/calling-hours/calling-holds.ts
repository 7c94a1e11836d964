import type { CallingHours } from '../../../shared/calling-hours.ts';
import type { HolidayLookup } from '../../../shared/holidays.ts';
import type { HeldNumber } from '../../../shared/ipc/calls/rules-calls.ts';
import { callingHold } from './calling-hold.ts';
import { countryOfNumber } from './holidays/holidays-for.ts';
import { zonesOfNumber } from './zones-of-number.ts';

const NOTHING_CHOSEN = { timeZone: null, anyHour: false, hoursWaivedUntil: null };

/** Which of these numbers (E.164) would have to wait at `now`; computed once per set of time zones and country. */
export function callingHolds(
  hours: CallingHours,
  phoneNumbers: readonly string[],
  now: number,
  lookup?: HolidayLookup,
): readonly HeldNumber[] {
  if (!hours.enabled) return [];
  const byZones = new Map<string, ReturnType<typeof callingHold>>();
  return phoneNumbers.flatMap((phoneNumber) => {
    const country = hours.holidays.length > 0 ? countryOfNumber(phoneNumber) : '';
    const zones = [...zonesOfNumber(phoneNumber), country].join();
    const hold = byZones.has(zones)
      ? (byZones.get(zones) ?? null)
      : callingHold(hours, { phoneNumber, ...NOTHING_CHOSEN }, now, lookup);
    byZones.set(zones, hold);
    return hold ? [{ phoneNumber, ...hold }] : [];
  });
}
