import type { CallingHours } from '../../../shared/calling-hours.ts';
import type { HolidayLookup } from '../../../shared/holidays.ts';
import type { ChosenZone, HeldNumber } from '../../../shared/ipc/calls/rules-calls.ts';
import { TIME_ZONE_NEEDED } from '../../../shared/outbox.ts';
import { callingHold } from './calling-hold.ts';
import { countryOfNumber } from './holidays/holidays-for.ts';
import { zonesOfNumber } from './zones-of-number.ts';

const NOTHING_CHOSEN = { timeZone: null, anyHour: false, hoursWaivedUntil: null };

/**
 * Which of these numbers (E.164) would have to wait at `now`, or need a choice of their time zone; computed once per set of
 * time zones and country. `chosen`: the choices made.
 */
export function callingHolds(
  hours: CallingHours,
  phoneNumbers: readonly string[],
  now: number,
  lookup?: HolidayLookup,
  chosen: readonly ChosenZone[] = [],
): readonly HeldNumber[] {
  if (!hours.enabled) return [];
  const choices = new Map(chosen.map((each) => [each.among.join(), each.chosen]));
  const byZones = new Map<string, Omit<HeldNumber, 'phoneNumber'> | null>();
  const heldOf = (phoneNumber: string, timeZones: readonly string[]) => {
    const holdIn = (timeZone: string | null) =>
      callingHold(hours, { phoneNumber, ...NOTHING_CHOSEN, timeZone }, now, lookup);
    const hold = holdIn(null);
    if (hold !== TIME_ZONE_NEEDED) return hold && { opening: hold };
    const choice = choices.get(timeZones.join());
    const opening = choice === undefined ? null : holdIn(choice);
    return { opening: opening === TIME_ZONE_NEEDED ? null : opening, timeZones };
  };
  return phoneNumbers.flatMap((phoneNumber): HeldNumber[] => {
    const country = hours.holidays.length > 0 ? countryOfNumber(phoneNumber) : '';
    const timeZones = zonesOfNumber(phoneNumber);
    const zones = [...timeZones, country].join();
    const held = byZones.has(zones) ? (byZones.get(zones) ?? null) : heldOf(phoneNumber, timeZones);
    byZones.set(zones, held);
    return held ? [{ phoneNumber, ...held }] : [];
  });
}
