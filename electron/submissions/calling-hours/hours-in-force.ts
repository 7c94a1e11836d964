import type { CallingHours, HoursOfDay } from '../../../shared/calling-hours.ts';
import type { CallingHold, Submission } from '../../../shared/submission.ts';
import { isOpen } from './calling-moment.ts';

type Bound = Pick<Submission, 'hoursInForce' | 'phoneNumber' | 'timeZone'>;

/** The hours that bind what waits once these are in force, too; the very same list where they add nothing. */
export function boundBy(
  earlier: readonly HoursOfDay[] | undefined,
  { enabled, ...present }: CallingHours,
): readonly HoursOfDay[] | undefined {
  if (!enabled) return earlier;
  if (!earlier) return [present];
  // Whatever is within the narrower hours is within the wider ones.
  if (earlier.some((each) => isWithin(each, present))) return earlier;
  return [...earlier.filter((each) => !isWithin(present, each)), present];
}

/**
 * The hours that bind one which was found to have this hold at `now`. Those that would let it go at this moment have had
 * their say where other hours of now hold it, and where all of them have no moment in common: nobody waits for ever.
 */
export function boundAfter(
  submission: Bound,
  hold: CallingHold,
  hours: CallingHours,
  now: number,
): Submission['hoursInForce'] {
  const earlier = submission.hoursInForce ?? [];
  const agree = earlier.every((each) => isOpen(each, submission, hold.until));
  const keepsAll = hold.question && (hold.question.about === 'clock' || agree);
  const binding = keepsAll ? earlier : earlier.filter((each) => !isOpen(each, submission, now));
  return boundBy(binding.length > 0 ? binding : undefined, hours);
}

function isWithin(one: HoursOfDay, other: HoursOfDay): boolean {
  return (
    one.defaultTimeZone === other.defaultTimeZone &&
    one.from >= other.from &&
    one.until <= other.until &&
    one.weekdays.every((day) => other.weekdays.includes(day))
  );
}
