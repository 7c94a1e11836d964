import { type CallingHours, type HoursOfDay, hoursOn } from '../../../shared/calling-hours.ts';
import { type HolidayLookup, placeKey } from '../../../shared/holidays.ts';
import type { CallingHold, Submission } from '../../../shared/submission.ts';
import { isClosed, isOpen } from './calling-moment.ts';

type Bound = Pick<Submission, 'hoursInForce' | 'phoneNumber' | 'timeZone'>;

/** The hours that bind a waiting submission once `present` are in force too; the same list object if they add nothing. */
export function boundBy(
  earlier: readonly HoursOfDay[] | undefined,
  { enabled, ...present }: CallingHours,
): readonly HoursOfDay[] | undefined {
  if (!enabled) return earlier;
  if (!earlier) return [present];
  // Anything within the narrower hours is within the wider ones.
  if (earlier.some((rule) => isWithin(rule, present))) return earlier;
  return [...earlier.filter((rule) => !isWithin(present, rule)), present];
}

/**
 * The hours that bind a submission found to have this hold at `now`. Earlier hours that allow the present moment are
 * dropped if other current hours hold the submission, or if all of them have no moment in common: nobody waits for ever.
 */
export function boundAfter(
  submission: Bound,
  hold: CallingHold,
  hours: CallingHours,
  now: number,
  lookup?: HolidayLookup,
): Submission['hoursInForce'] {
  const earlier = submission.hoursInForce ?? [];
  const agree = earlier.every((rule) => !isClosed(rule, submission, hold.until, lookup));
  const keepsAll = hold.question && (hold.question.about === 'clock' || agree);
  const binding = keepsAll ? earlier : earlier.filter((rule) => !isOpen(rule, submission, now, lookup));
  return boundBy(binding.length > 0 ? binding : undefined, hours);
}

function isWithin(one: HoursOfDay, other: HoursOfDay): boolean {
  if (one.defaultTimeZone !== other.defaultTimeZone) return false;
  const kept = new Set(one.holidays?.map(placeKey));
  if (other.holidays?.some((place) => !kept.has(placeKey(place)))) return false;
  return one.weekdays.every((day) => {
    const narrow = hoursOn(one, day);
    const wide = hoursOn(other, day);
    return narrow && wide && narrow.from >= wide.from && narrow.until <= wide.until;
  });
}
